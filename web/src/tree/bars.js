// A bar for each point, in pieces for the groups of the first level.

import { depth, width } from './rect.js';

/** The share of its place that a bar takes. */
const BAR_SHARE = 0.8;

/** Bars side by side that stand on the lower edge, the first child below. A bar as high as `free` stands for `most`. */
export function stackedBars(tree, valuesByPoint, root, most, free) {
  const place = width(free) / Math.max(valuesByPoint.length, 1);
  const height = (held) => (depth(free) * held) / Math.max(most, 1);
  const children = tree.children(root);
  // What has no parts is one piece.
  const parts = children.length === 0 ? [root] : children;
  return valuesByPoint.flatMap((values, bar) => {
    const x0 = free.x0 + (bar + 0.5 * (1 - BAR_SHARE)) * place;
    let before = 0;
    return parts
      .filter((node) => values[node] > 0)
      .map((node) => {
        const after = before + values[node];
        const rect = { x0, y0: free.y1 - height(after), x1: x0 + BAR_SHARE * place, y1: free.y1 - height(before) };
        before = after;
        return { bar, node, rect };
      });
  });
}
