// Tiles within tiles: the area of a group is its share of its parent's.

import { inset, shorterSide } from './rect.js';
import { squarify } from './squarify.js';

/** The rim around the children of a tile; a twentieth of its shorter side at the most. */
const RIM = 2;
const RIM_SHARE = 0.05;

/** A node, which is the whole, and so many levels below it, parents before their children. Siblings keep their order at all times. */
export function treemap(tree, values, root, levels, free) {
  const tiles = [{ node: root, rect: free }];
  const last = tree.nodes[root].level + levels;
  for (let next = 0; next < tiles.length; next += 1) {
    const { node, rect } = tiles[next];
    if (tree.nodes[node].level >= last) continue;
    const children = tree.children(node).filter((child) => values[child] > 0);
    const rim = node === root ? 0 : Math.min(RIM, RIM_SHARE * shorterSide(rect));
    const places = squarify(children.map((child) => values[child]), inset(rect, rim));
    children.forEach((child, at) => tiles.push({ node: child, rect: places[at] }));
  }
  return tiles;
}
