// The group that is looked at at several points, side by side in one scale: what grows is seen without stepping through time.

import { button, el, replace } from '../base/dom.js';
import { lookOf } from '../tree/look.js';
import { nodeHeldWords } from './group_words.js';
import { TreePicture } from './tree_picture.js';

const MOST_CELLS = 12;
const CELL = 150;

export function multiples(page) {
  const element = el('div', { class: 'multiples', hidden: true });
  const show = (isShown) => {
    element.hidden = !isShown;
    if (!isShown) {
      replace(element);
      return;
    }
    const { views, root, state, heap } = page;
    const cells = pointsOf(heap.points).map((point) => {
      const picture = new TreePicture(`${views.shortName(root)} at point ${point + 1}`);
      const look = lookOf(views, { form: state.form, scope: 'local', point, root, size: [CELL, CELL], isScaled: true });
      for (const shape of look.shapes) Object.assign(shape, { label: null, hasMore: false });
      picture.show(look, 0);
      const cell = button('', () => page.go(point), { class: 'cell', 'aria-pressed': String(point === state.point) });
      replace(cell, el('span', { class: 'drawing' }, picture.svg), el('span', { class: 'value' }, nodeHeldWords(views, root, point)), el('span', { class: 'time' }, heap.timeText(point)));
      return cell;
    });
    replace(element, ...cells);
  };
  return { element, show };
}

/** The first and the last point, and others evenly between them. */
function pointsOf(count) {
  const cells = Math.min(count, MOST_CELLS);
  return Array.from({ length: cells }, (_, at) => Math.round((at * (count - 1)) / Math.max(cells - 1, 1)));
}
