// What is said of a group wherever it is pointed at or selected.

import { WITHIN, amount, change, share } from '../base/words.js';

/** What is said of a group beside the pointer. */
export function groupWords({ heap, state, data }, group) {
  const { metric, point } = state;
  const value = heap.value(metric, group, point);
  const other = data.metrics.filter(({ key }) => key !== metric).map(({ key }) => amount(key, heap.value(key, group, point)));
  return [
    heap.name(group),
    group === 0 ? null : `in ${pathWords(heap, heap.parent(group))}`,
    `${[amount(metric, value), ...other].join(', ')} \u00b7 ${share(value, heap.value(metric, 0, point))} of the heap`,
    growthWords(heap, metric, heap.growth(metric, group, point)),
  ];
}

/** `java › util`, without the heap itself where there is more. */
export function pathWords(heap, group) {
  const path = heap.path(group);
  return (path.length > 1 ? path.slice(1) : path).map((at) => heap.shortName(at)).join(WITHIN);
}

export function growthWords(heap, metric, growth) {
  return heap.points > 1 ? `${change(metric, growth)} since the first point` : null;
}
