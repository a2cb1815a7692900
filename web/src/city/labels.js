// Names over the city: elements that never overlap. The strongest come first; what finds no room is left out.

import { el, say } from '../base/dom.js';

const APART = 3;
/** A name that finds no room may stand so many lines higher. */
const HIGHER = 3;

export class Labels {
  constructor(layer) {
    this.layer = layer;
    this.used = [];
  }

  /** Shows texts `{text, kind, x, y, isFixed}` (x and y of the middle of the lower edge, in pixels), the most important ones first. */
  show(wanted, width, height) {
    const taken = [];
    let next = 0;
    for (const label of wanted) {
      const element = this.#element(next);
      say(element, label.text);
      element.className = `label ${label.kind}`;
      element.hidden = false;
      const [w, h] = this.#sizeOf(element, label);
      const left = Math.min(Math.max(label.x - 0.5 * w, APART), width - w - APART);
      const lines = Array.from({ length: label.isFixed ? 1 : 1 + HIGHER }, (_, line) => label.y - h - line * (h + APART));
      const placeAt = (y) => ({ x0: left - APART, y0: y - 1, x1: left + w + APART, y1: y + h + 1 });
      const isFree = (y) => y >= 0 && y + h <= height && !taken.some((other) => overlap(placeAt(y), other));
      const top = label.x > 0 && label.x < width ? lines.find(isFree) : undefined;
      if (top === undefined) continue;
      const place = placeAt(top);
      element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      taken.push(place);
      next += 1;
    }
    for (const element of this.used.slice(next)) element.hidden = true;
  }

  #element(at) {
    if (!this.used[at]) {
      this.used[at] = el('span', {});
      this.layer.append(this.used[at]);
    }
    return this.used[at];
  }

  // A text is as wide as it was before; measuring is slow.
  #sizeOf(element, { text, kind }) {
    this.sizes ??= new Map();
    const key = `${kind} ${text}`;
    if (!this.sizes.has(key)) this.sizes.set(key, [element.offsetWidth, element.offsetHeight]);
    return this.sizes.get(key);
  }
}

const overlap = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
