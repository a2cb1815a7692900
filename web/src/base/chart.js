// What charts over time have in common: lines for round values, and the times at both ends.

import { grid, tick } from './axis.js';
import { svgEl } from './dom.js';

/** Lines from one edge to the other, so many or fewer above 0, with their values at the left; `y` says where a value lies. */
export function gridLines({ most, lines, isOfBytes, y, from, to }) {
  return grid(most, lines, isOfBytes).flatMap((value) => [
    svgEl('path', { class: 'grid', d: `M${from} ${y(value).toFixed(1)}H${to}` }),
    svgEl('text', { class: 'axis', x: from - 8, y: y(value) + 4, 'text-anchor': 'end' }, tick(value, most, isOfBytes)),
  ]);
}

/** The times of the first and the last point below a chart of this width. */
export function endTimes(heap, { from, to, width, y }) {
  return [
    svgEl('text', { class: 'axis', x: from, y }, shortTime(heap.timeText(0), width)),
    svgEl('text', { class: 'axis', x: to, y, 'text-anchor': 'end' }, shortTime(heap.timeText(heap.points - 1), width)),
  ];
}

/** Half of a narrow chart has room for so many letters. */
function shortTime(text, width) {
  const most = Math.max(Math.floor((0.5 * width - 50) / 6.5), 8);
  return text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
}
