// Squarified tiling (Bruls, Huizing, van Wijk 2000): rows along the shorter side of what is left; a row grows while its worst aspect ratio
// does not get worse. Each row takes its share of what remains, never one of the whole, so that rounding errors stay with their tile.

import { depth, width } from './rect.js';

/** Tiles a rectangle with one rectangle per weight, areas proportional, in the order given. */
export function squarify(weights, free) {
  const tiles = [];
  const remainingFrom = suffixSums(weights);
  let left = free;
  let first = 0;
  while (first < weights.length) {
    const remaining = remainingFrom[first];
    const isAlongY = width(left) >= depth(left);
    const [extent, side] = isAlongY ? [width(left), depth(left)] : [depth(left), width(left)];
    if (!(remaining > 0 && side > 0)) {
      const corner = { ...left, x1: left.x0, y1: left.y0 };
      while (tiles.length < weights.length) tiles.push(corner);
      break;
    }
    const { end, sum } = rowEnd(weights, first, extent / (side * remaining));
    // What comes after weighs nothing: the row takes the whole rest, so that no sliver stays uncovered.
    const isLast = !(remainingFrom[end] > 0);
    const row = weights.slice(first, end);
    const { x0, y0, x1, y1 } = left;
    if (isAlongY) {
      const edge = isLast ? x1 : x0 + extent * (sum / remaining);
      for (const [from, to] of pieces(row, sum, y0, y1)) tiles.push({ x0, y0: from, x1: edge, y1: to });
      left = { ...left, x0: edge };
    } else {
      const edge = isLast ? y1 : y0 + extent * (sum / remaining);
      for (const [from, to] of pieces(row, sum, x0, x1)) tiles.push({ x0: from, y0, x1: to, y1: edge });
      left = { ...left, y0: edge };
    }
    first = end;
  }
  return tiles;
}

const usable = (weight) => (weight > 0 && weight < Infinity ? weight : 0);

/** Sums from each place on, added from the small end. */
function suffixSums(weights) {
  const sums = new Array(weights.length).fill(0);
  let sum = 0;
  for (let at = weights.length - 1; at >= 0; at -= 1) {
    sum += usable(weights[at]);
    sums[at] = sum;
  }
  return sums;
}

/** Where the row that starts at `first` ends, and its sum. A row of sum s is `s * thinness` times as thick as the short side is long. */
function rowEnd(weights, first, thinness) {
  let sum = usable(weights[first]);
  let largest = sum;
  let smallest = sum > 0 ? sum : Infinity;
  let worst = Infinity;
  if (sum > 0) worst = Math.max(sum * thinness, 1 / (sum * thinness));
  let end = first + 1;
  for (; end < weights.length; end += 1) {
    const next = usable(weights[end]);
    if (!(next > 0)) continue;
    const newSum = sum + next;
    const [newLargest, newSmallest] = [Math.max(largest, next), Math.min(smallest, next)];
    const thickness = newSum * thinness;
    const newWorst = Math.max(thickness * (newSum / newSmallest), newLargest / newSum / thickness);
    if (newWorst > worst) break;
    [sum, largest, smallest, worst] = [newSum, newLargest, newSmallest, newWorst];
  }
  return { end, sum };
}

/** Cuts a length in proportion to the weights of a row. */
function pieces(row, sum, from, to) {
  const perWeight = (to - from) / sum;
  const last = Math.max(row.findLastIndex((weight) => usable(weight) > 0), 0);
  let done = 0;
  let at = from;
  return row.map((weight, number) => {
    done += usable(weight);
    const end = number >= last ? to : from + perWeight * done;
    const piece = [at, end];
    at = end;
    return piece;
  });
}
