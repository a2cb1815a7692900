// Colours of groups: the parts of the whole are told apart, and everything within one of them is lighter. The same at all points and in all
// views.

import { hex, mix, parse } from '../base/colors.js';

const WHITE = [255, 255, 255];

/** The colour of a shown group. */
export function colorOf(tree, palette, node) {
  const { level, rank } = tree.nodes[node];
  if (level === 0) return palette.whole;
  const part = isInFirstOthers(tree, node) ? palette.others : palette.parts[rank % palette.parts.length];
  return hex(mix(parse(part), WHITE, 1 - (1 - palette.lighter) ** (level - 1)));
}

/** The colour of the edge around a shown group that is under the pointer. */
export function pointedColor(tree, palette, node) {
  return node !== 0 && isInFirstOthers(tree, node) ? palette.pointed_in_others : palette.pointed;
}

function isInFirstOthers(tree, node) {
  const part = tree.nodes[0].first + tree.nodes[node].rank;
  return part < tree.nodes.length && tree.nodes[part].isRest;
}
