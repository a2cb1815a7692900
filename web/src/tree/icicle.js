// Columns beside the whole: the height of a group is its share of its parent's.

import { isEmpty, within } from './shares.js';

/** The gap between neighbours of a column; half of their height at the most. */
const GAP = 1;

/** The columns from a node on, which is the whole: `geometry` has `width`, `height` and `levels`. */
export function icicle(tree, shares, root, geometry) {
  const width = geometry.width / (geometry.levels + 1);
  const cell = (node) => {
    const share = within(shares[node], shares[root]);
    const column = tree.nodes[node].level - tree.nodes[root].level;
    const [y0, y1] = [geometry.height * share.start, geometry.height * share.end];
    const gap = Math.min(GAP, 0.5 * (y1 - y0));
    return { node, rect: { x0: column * width, y0, x1: (column + 1) * width, y1: y1 - gap } };
  };
  return tree.below(root, geometry.levels).filter((node) => !isEmpty(shares[node])).map(cell);
}
