// What is said of a group wherever it is pointed at or selected.

import { WITHIN, change, estimatedAmount, plusMinus, share } from '../base/words.js';

/** What is said of a group beside the pointer. */
export function groupWords({ heap, state, data }, group) {
  const { metric, point } = state;
  const held = [metric, ...data.metrics.map(({ key }) => key).filter((key) => key !== metric)].map((key) => heldWords(heap, key, [group], point)).join(', ');
  return [
    heap.name(group),
    ...(group === 0 ? [held] : [`in ${pathWords(heap, heap.parent(group))}`, `${held} \u00b7 ${share(heap.value(metric, group, point), heap.value(metric, 0, point))} of the heap`]),
    growthWords(heap, metric, [group], point),
  ];
}

/** What groups hold together: `1.21 MiB`, `12,340 \u00b1 810 objects`. */
export function heldWords(heap, metric, groups, point) {
  return estimatedAmount(metric, heap.valueOf(metric, groups, point), heap.error(metric, groups, point));
}

/** How that has changed: `+1.21 MiB`, `+1,200 objects \u00b1 90`. */
export function changeWords(heap, metric, groups, point) {
  const growth = heap.valueOf(metric, groups, point) - heap.valueOf(metric, groups, heap.judged[0]);
  return change(metric, growth) + plusMinus(metric, heap.growthError(metric, groups, point));
}

/** What a shown group holds. */
export function nodeHeldWords(views, node, point) {
  return estimatedAmount(views.metric, views.values(point)[node], views.error(node, point));
}

/** How that has changed. */
export function nodeChangeWords(views, node, point) {
  const growth = views.values(point)[node] - views.values(views.judged[0])[node];
  return change(views.metric, growth) + plusMinus(views.metric, views.growthError(node, point));
}

/** `java › util`, without the heap itself where there is more. */
export function pathWords(heap, group) {
  const path = heap.path(group);
  return (path.length > 1 ? path.slice(1) : path).map((at) => heap.shortName(at)).join(WITHIN);
}

export function growthWords(heap, metric, groups, point) {
  return heap.points > 1 ? `${changeWords(heap, metric, groups, point)} since the first point` : null;
}
