// Rings around the whole: the sweep of a group is its share of its parent's. Angles in radians, clockwise from 12 o'clock.

import { isEmpty, length, within } from './shares.js';

export const TAU = 2 * Math.PI;
/** The gap between rings. */
const GAP = 1;
/** The gap between neighbours of a ring, in radians; half of their sweep at the most. */
const PADDING = 0.005;

/** The rings below a node, which is the whole, from the middle outwards: `geometry` has `centre`, `radius` and `levels`. */
export function sunburst(tree, shares, root, geometry) {
  const thickness = Math.max(geometry.radius - geometry.centre, 0) / Math.max(geometry.levels, 1);
  const sector = (node) => {
    const share = within(shares[node], shares[root]);
    const ring = tree.nodes[node].level - tree.nodes[root].level;
    const [start, sweep] = [TAU * share.start, TAU * length(share)];
    if (node === root) return { node, start, sweep, inner: 0, outer: geometry.centre };
    const padding = sweep < TAU ? Math.min(PADDING, 0.5 * sweep) : 0;
    const inner = geometry.centre + (ring - 1) * thickness;
    const outer = Math.max(inner + thickness - GAP, inner);
    return { node, start: start + 0.5 * padding, sweep: sweep - padding, inner, outer };
  };
  return tree.below(root, geometry.levels).filter((node) => !isEmpty(shares[node])).map(sector);
}
