// A series as a small line, with the current point on it.

import { svgEl } from './dom.js';
import { bare } from './words.js';

const WIDTH = 200;
const HEIGHT = 36;

/** With first and last value below where a metric is given. */
export function spark(series, { point = null, metric = null, label = null, isStrong = false }) {
  const most = Math.max(...series, 1);
  const x = (at) => (at * WIDTH) / Math.max(series.length - 1, 1);
  const y = (value) => HEIGHT - ((HEIGHT - 2) * value) / most;
  const line = series.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const texts = metric === null ? [] : [['start', 0, series[0]], ['end', WIDTH, series[series.length - 1]]];
  return svgEl(
    'svg',
    {
      class: `spark${isStrong ? ' strong' : ''}`,
      viewBox: `-4 -2 ${WIDTH + 8} ${metric === null ? HEIGHT + 4 : HEIGHT + 20}`,
      ...(label === null ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label }),
    },
    svgEl('path', { class: 'area', d: `M0 ${HEIGHT}L${line}L${x(series.length - 1).toFixed(1)} ${HEIGHT}z` }),
    svgEl('path', { class: 'line', d: `M${line}` }),
    point === null ? null : svgEl('circle', { class: 'here', cx: x(point).toFixed(1), cy: y(series[point]).toFixed(1), r: 3.5 }),
    ...texts.map(([anchor, at, value]) => svgEl('text', { x: at, y: HEIGHT + 16, 'text-anchor': anchor }, bare(metric, value))),
  );
}
