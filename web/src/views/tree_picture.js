// A picture of the groups as a drawing: shapes glide from where they are seen to where they belong, names stand still meanwhile.

import { replace, set, svgEl } from '../base/dom.js';
import { inkOn } from '../base/colors.js';
import { glide } from '../base/glide.js';
import { signOfMore } from '../tree/look.js';
import { outlineBetween, pathOf, thin } from '../tree/outline.js';

/** What a name leaves free at an edge, and for the sign that one can go down. */
const EDGE = 4;
const SIGN = 10;

const degrees = (radians) => (radians * 180) / Math.PI;
let pictures = 0;

export class TreePicture {
  /** `on` has `point(shape or null, event)` and `click(shape)`. */
  constructor(label, on = {}) {
    pictures += 1;
    this.hatch = `hatch-${pictures}`;
    this.frame = svgEl('path', { class: 'frame' });
    this.shapes = svgEl('g', { class: 'shapes' });
    this.labels = svgEl('g', { class: 'names' });
    this.over = svgEl('g', { class: 'over' });
    const pattern = svgEl('pattern', { id: this.hatch, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svgEl('path', { d: 'M0 0V6' }));
    this.svg = svgEl('svg', { class: 'tree-picture', role: 'img', 'aria-label': label }, svgEl('defs', {}, pattern), this.frame, this.shapes, this.labels, this.over);
    this.drawn = new Map();
    this.stop = () => {};
    const shapeOf = (event) => this.drawn.get(event.target.dataset?.key)?.shape;
    if (on.point) {
      this.svg.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && on.point(shapeOf(event) ?? null, event));
      this.svg.addEventListener('pointerleave', (event) => on.point(null, event));
    }
    if (on.click) this.svg.addEventListener('click', (event) => shapeOf(event) && on.click(shapeOf(event)));
  }

  /** Shows a look; `millis` is how long shapes glide. `marks` are extra drawings above everything. */
  show(look, millis, marks = []) {
    this.stop();
    const [width, height] = look.size;
    this.middle = [0.5 * width, 0.5 * height];
    set(this.svg, { viewBox: `0 0 ${width} ${height}`, width, height });
    set(this.frame, { d: look.frame ? pathOf(look.frame, this.middle) : '' });
    const left = new Set(this.drawn.keys());
    const isNew = this.drawn.size === 0;
    for (const shape of look.shapes) {
      const key = `${shape.node}.${look.isOfAll ? shape.point : ''}`;
      left.delete(key);
      let entry = this.drawn.get(key);
      if (!entry) {
        const path = svgEl('path', { 'fill-rule': 'evenodd' });
        path.dataset.key = key;
        entry = { path, now: isNew ? shape.outline : thin(shape.outline) };
        this.drawn.set(key, entry);
      }
      Object.assign(entry, { shape, from: entry.now, to: shape.outline, isLeaving: false });
      set(entry.path, { fill: shape.color, 'fill-opacity': shape.opacity, class: 'shape' });
      // In the order of the look: later ones lie on others.
      this.shapes.append(entry.path);
    }
    for (const key of left) {
      const entry = this.drawn.get(key);
      Object.assign(entry, { from: entry.now, to: thin(entry.now), isLeaving: true });
    }
    this.look = look;
    this.#showLabels(look);
    const glides = millis > 0 && !isNew;
    this.labels.classList.toggle('is-waiting', glides);
    this.stop = glide(glides ? millis : 0, (share) => this.#draw(share, marks));
  }

  /** Dims all but some nodes; null shows all. */
  dimAllBut(nodes) {
    for (const { path, shape } of this.drawn.values()) path.classList.toggle('is-dim', nodes !== null && !nodes.has(shape.node));
    this.labels.classList.toggle('is-dim', nodes !== null);
  }

  /** Draws an edge around a node: what is pointed at in the other picture. */
  outline(node, color) {
    const entry = [...this.drawn.values()].find(({ shape, isLeaving }) => shape.node === node && !isLeaving);
    this.pointed = entry && color ? { entry, color } : null;
    this.#drawOver();
  }

  #draw(share, marks) {
    for (const [key, entry] of this.drawn) {
      if (entry.isLeaving && share >= 1) {
        entry.path.remove();
        this.drawn.delete(key);
        continue;
      }
      entry.now = share >= 1 ? entry.to : outlineBetween(entry.from, entry.to, share);
      entry.path.setAttribute('d', pathOf(entry.now, this.middle));
    }
    this.marks = marks;
    this.#drawOver();
    if (share >= 1) this.labels.classList.remove('is-waiting');
  }

  #drawOver() {
    const parts = [];
    for (const { now, shape, isLeaving } of this.drawn.values()) {
      if (isLeaving) continue;
      const d = () => pathOf(now, this.middle);
      if (shape.isLookedAt) parts.push(svgEl('path', { d: d(), fill: `url(#${this.hatch})`, class: 'looked-at' }));
      if (shape.isSelected) parts.push(svgEl('path', { d: d(), class: 'selected' }));
    }
    if (this.pointed) {
      parts.push(svgEl('path', { d: pathOf(this.pointed.entry.now, this.middle), class: 'pointed', stroke: this.pointed.color }));
    }
    replace(this.over, ...parts, ...(this.marks ?? []));
  }

  #showLabels({ shapes, size }) {
    const rooms = new Map();
    const texts = shapes.flatMap((shape) => {
      const ink = inkOn(shape.color);
      const sign = signOfMore(shape, size);
      const parts = [];
      if (sign) {
        const [x, y] = sign.at;
        parts.push(svgEl('path', { class: 'more', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees(sign.turned).toFixed(1)})`, d: 'M-2 -3.5L2 0L-2 3.5', stroke: ink }));
      }
      if (shape.label) {
        const { text, at: [x, y], turned, isCentred } = shape.label;
        const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees(turned).toFixed(1)})`;
        const name = svgEl('text', { transform, y: 4, 'text-anchor': isCentred ? 'middle' : 'start', fill: ink }, text);
        rooms.set(name, roomIn(shape.outline, Boolean(sign)));
        parts.push(name);
      }
      return parts;
    });
    replace(this.labels, ...texts);
    // Names are cut by the mean width of letters; those of wide letters are drawn narrower.
    const tooWide = [...rooms].filter(([name, room]) => name.getComputedTextLength() > room);
    for (const [name, room] of tooWide) set(name, { textLength: room.toFixed(1), lengthAdjust: 'spacingAndGlyphs' });
  }
}

/** The room for a name in a shape, beside the sign that one can go down into it. */
function roomIn({ rect, sector }, hasSign) {
  const beside = hasSign ? SIGN : 0;
  if (rect) return Math.max(rect.x1 - rect.x0 - 2 * EDGE - beside, 1);
  return Math.max(sector.inner > 0 ? sector.outer - sector.inner - EDGE - 2 * beside : 2 * (sector.outer - EDGE), 1);
}
