// The parts of what is looked at as a list of buttons: all that the picture can do, for the keyboard.

import { breakable, button, el, replace, svgEl } from '../base/dom.js';
import { share } from '../base/words.js';
import { nodeChangeWords, nodeHeldWords } from './group_words.js';

/** `point` is called with the shown group that is pointed at, or null. */
export function partsList(page, point) {
  const list = el('ol', { class: 'parts', 'aria-label': 'Parts' });
  const element = el('div', { class: 'parts-box' }, el('h3', {}, 'Parts'), list);

  function show() {
    const { views, state, root } = page;
    const values = views.values(state.point);
    const items = views.parts(root, state.point).map((node) => {
      const swatch = svgEl('svg', { class: 'swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' }, svgEl('rect', { width: 12, height: 12, rx: 2, fill: views.color(node) }));
      const hasParts = views.parts(node, state.point).length > 0;
      const growth = page.heap.points > 1 ? nodeChangeWords(views, node, state.point) : null;
      const isSelected = state.selected.length > 0 && page.selectedNode === node;
      const item = button('', () => page.drill(node), {
        class: isSelected ? 'part selected' : 'part',
        title: views.name(node),
        onpointerenter: () => point(node),
        onpointerleave: () => point(null),
        onfocus: () => point(node),
        onblur: () => point(null),
      });
      replace(
        item,
        swatch,
        el('span', { class: 'name' }, ...breakable(views.shortName(node))),
        el('span', { class: 'go', 'aria-hidden': 'true' }, hasParts ? '\u203a' : ''),
        el('span', { class: 'value' }, nodeHeldWords(views, node, state.point)),
        el('span', { class: 'more' }, `${share(values[node], values[root])} of it${growth ? `, ${growth}` : ''}`),
      );
      return el('li', {}, item);
    });
    const focused = [...list.querySelectorAll('button')].indexOf(document.activeElement);
    replace(list, ...items);
    if (focused >= 0) (list.querySelectorAll('button')[Math.min(focused, items.length - 1)])?.focus({ preventScroll: true });
  }

  return { element, show };
}
