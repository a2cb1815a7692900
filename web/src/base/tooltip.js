// One small text beside the pointer, for whatever is under it.

import { el, replace } from './dom.js';

const APART = 14;

let box = null;

/** Shows lines of text beside a place of the window; the first one is the title. */
export function showTooltip([title, ...lines], { clientX, clientY }) {
  if (!box) {
    box = el('div', { class: 'tooltip', 'aria-hidden': 'true' });
    document.body.append(box);
  }
  replace(box, el('strong', {}, title), ...lines.filter(Boolean).map((line) => el('span', {}, line)));
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const isRight = clientX + APART + width < innerWidth;
  const isBelow = clientY + APART + height < innerHeight;
  box.style.left = `${Math.max(isRight ? clientX + APART : clientX - APART - width, 4)}px`;
  box.style.top = `${Math.max(isBelow ? clientY + APART : clientY - APART - height, 4)}px`;
}

export function hideTooltip() {
  if (box) box.hidden = true;
}
