// What a picture of the groups at one point looks like: shapes, colours and labels, without anything that draws.
//
// An ask says what to show: `form` (sunburst, icicle, treemap, bars), `scope` (local: what is looked at and two levels below it, with names;
// global: everything), `point`, `root` (the shown group that is looked at), `size` ([width, height]), `isScaled` (whether the size of the
// picture tells how large the heap is, against its most) and `range` (first and last point of bars, else those that are judged).

import { stackedBars } from './bars.js';
import { icicle } from './icicle.js';
import { depth, width } from './rect.js';
import { sharesOf } from './shares.js';
import { TAU, sunburst } from './sunburst.js';
import { treemap } from './treemap.js';

/** Height of letters, and the mean width of one. */
const LETTERS = 12;
const LETTER_WIDTH = 0.56 * LETTERS;
/** Names that are cut to fewer letters than that say nothing. */
const LEAST_LETTERS = 5;
const LOCAL_LEVELS = 2;
const MOST_RINGS = 10;
/** Radius of the middle of a sunburst of the usual side, and what is free around it. */
const CENTRE_SHARE = 25 / 400;
const AROUND = 7.5;
/** Sectors narrower than that, in radians, have no label: of the first ring, and of others. */
const LEAST_SWEEPS = [0.2, 0.06];
/** What a label in a ring leaves free, of a thin ring its share; and what one in a cell does. */
const IN_RING = 20;
const IN_RING_SHARE = 0.25;
const IN_CELL = 4;
/** Cells lower than that have no label. */
const LEAST_HEIGHT = 18;
/** Shapes that are narrower than that have no sign of what is in them. */
const SIGN = 10;
/** What is not looked at in the picture of everything. */
const DIMMED = 0.35;

/** A picture: `size`, `shapes` (those that lie on others after them), and the `frame` that the largest heap would fill, or null. */
export function lookOf(views, ask) {
  const { tree } = views;
  const top = topOf(ask);
  const isGlobal = ask.scope === 'global';
  const lastLevel = tree.nodes[top].level + levelsOf(views, ask);
  const shapes = outlinesOf(views, ask).map(({ node, point, outline }) => {
    const isLast = tree.nodes[node].level === lastLevel;
    const hasParts = tree.hasParts(node);
    const isCovered = ask.form === 'treemap' && !isLast && hasParts;
    const isNamed = !isGlobal && !isCovered && ask.form !== 'bars';
    return {
      node,
      point,
      outline,
      color: node === top && ask.form !== 'bars' ? views.palette.whole : views.color(node),
      opacity: isGlobal && !tree.isAbove(ask.root, node) && !tree.isAbove(node, ask.root) ? DIMMED : 1,
      isLookedAt: isGlobal && node === ask.root && node !== 0,
      hasMore: !isGlobal && isLast && hasParts,
      label: isNamed ? labelOf(views, ask, node, outline) : null,
    };
  });
  return { size: ask.size, shapes, frame: frameOf(views, ask) };
}

function outlinesOf(views, ask) {
  const { tree } = views;
  const [x1, y1] = ask.size;
  const all = { x0: 0, y0: 0, x1, y1 };
  const top = topOf(ask);
  if (ask.form === 'bars') {
    const most = views.most(ask.isScaled ? 0 : top);
    const [first, last] = ask.range ?? views.judged;
    const values = Array.from({ length: last - first + 1 }, (_, bar) => views.values(first + bar));
    const pieces = stackedBars(tree, values, top, most, all);
    return pieces.map(({ bar, node, rect }) => ({ node, point: first + bar, outline: { rect } }));
  }
  const values = views.values(ask.point);
  if (ask.form === 'treemap') {
    // Areas are to be compared.
    const scale = Math.sqrt(scaleOf(views, ask));
    return ofRects(ask, treemap(tree, values, top, levelsOf(views, ask), { x0: 0, y0: 0, x1: scale * x1, y1: scale * y1 }));
  }
  const shares = sharesOf(tree, values);
  if (ask.form === 'icicle') return ofRects(ask, icicle(tree, shares, top, columnsOf(views, ask)));
  return sunburst(tree, shares, top, ringsOf(views, ask)).map((sector) => ({ node: sector.node, point: ask.point, outline: { sector } }));
}

const ofRects = (ask, cells) => cells.map(({ node, rect }) => ({ node, point: ask.point, outline: { rect } }));

/** The root of the picture. */
const topOf = (ask) => (ask.scope === 'local' ? ask.root : 0);

function levelsOf(views, ask) {
  const most = ask.scope === 'local' ? LOCAL_LEVELS : ask.form === 'sunburst' ? MOST_RINGS : Infinity;
  return Math.max(Math.min(most, views.tree.height(topOf(ask))), 1);
}

/** The share of its side that a picture takes where its size tells how large the heap is. */
function scaleOf(views, ask) {
  const top = topOf(ask);
  return ask.isScaled ? views.values(ask.point)[top] / Math.max(views.most(top), 1) : 1;
}

function ringsOf(views, ask) {
  const side = Math.min(...ask.size);
  // Areas are to be compared.
  const scale = Math.sqrt(scaleOf(views, ask));
  return { centre: scale * CENTRE_SHARE * side, radius: scale * Math.max(0.5 * side - AROUND, 0), levels: levelsOf(views, ask) };
}

function columnsOf(views, ask) {
  return { width: ask.size[0], height: scaleOf(views, ask) * ask.size[1], levels: levelsOf(views, ask) };
}

function frameOf(views, ask) {
  if (!ask.isScaled) return null;
  if (ask.form === 'icicle' || ask.form === 'treemap') return { rect: { x0: 0, y0: 0, x1: ask.size[0], y1: ask.size[1] } };
  if (ask.form !== 'sunburst') return null;
  const { radius } = ringsOf(views, { ...ask, isScaled: false });
  return { sector: { start: 0, sweep: TAU, inner: 0, outer: radius } };
}

function labelOf(views, ask, node, { rect, sector }) {
  const name = views.shortName(node);
  if (rect) {
    if (depth(rect) <= LEAST_HEIGHT) return null;
    const text = cut(name, width(rect) - 2 * IN_CELL);
    return text && { text, at: [rect.x0 + IN_CELL, 0.5 * (rect.y0 + rect.y1)], turned: 0, isCentred: false };
  }
  const ring = views.tree.nodes[node].level - views.tree.nodes[topOf(ask)].level - 1;
  const [middleX, middleY] = [0.5 * ask.size[0], 0.5 * ask.size[1]];
  if (ring < 0) {
    const text = cut(name, 2 * sector.outer - 2 * IN_CELL);
    return text && { text, at: [middleX, middleY], turned: 0, isCentred: true };
  }
  const radius = 0.5 * (sector.inner + sector.outer);
  const isWide = sector.sweep > LEAST_SWEEPS[Math.min(ring, 1)] && sector.sweep * radius > LETTERS;
  const thickness = sector.outer - sector.inner;
  const text = isWide && cut(name, thickness - Math.min(IN_RING, IN_RING_SHARE * thickness));
  if (!text) return null;
  // A whole ring has its name below the middle, all others have it in theirs.
  const isWhole = sector.sweep >= TAU;
  const angle = isWhole ? Math.PI : sector.start + 0.5 * sector.sweep;
  const turned = isWhole ? 0 : angle - (angle < Math.PI ? 0 : Math.PI) - 0.5 * Math.PI;
  return { text, at: [middleX + radius * Math.sin(angle), middleY - radius * Math.cos(angle)], turned, isCentred: true };
}

/** Where the sign is that one can go down into a shape, `{at, turned}`, or null. */
export function signOfMore(shape, [pictureWidth, pictureHeight]) {
  const { rect, sector } = shape.outline;
  if (!shape.hasMore) return null;
  if (rect && depth(rect) > SIGN && width(rect) > 3 * SIGN) return { at: [rect.x1 - 8, 0.5 * (rect.y0 + rect.y1)], turned: 0 };
  if (sector && sector.sweep * sector.outer > SIGN) {
    const [angle, radius] = [sector.start + 0.5 * sector.sweep, sector.outer - 6];
    const at = [0.5 * pictureWidth + radius * Math.sin(angle), 0.5 * pictureHeight - radius * Math.cos(angle)];
    return { at, turned: angle - 0.5 * Math.PI };
  }
  return null;
}

/** A name with as many letters as have room; null where that is hardly any. */
function cut(name, room) {
  const most = Math.max(Math.floor(room / LETTER_WIDTH), 0);
  const letters = Array.from(name);
  if (letters.length <= most) return name;
  return most >= LEAST_LETTERS ? `${letters.slice(0, most - 1).join('')}\u2026` : null;
}
