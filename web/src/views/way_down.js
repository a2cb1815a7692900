// The way from the whole down to what is looked at, or to what is pointed at, with how much of the heap that is.

import { button, el, say, set } from '../base/dom.js';
import { share } from '../base/words.js';
import { nodeHeldWords } from './group_words.js';

export function wayDown(page) {
  const list = el('ol', {});
  const held = el('span', { class: 'amount' });
  const element = el('nav', { class: 'crumbs', 'aria-label': 'Way down into the heap' }, list, held);

  function show(node = null) {
    const { views, state, root } = page;
    const values = views.values(state.point);
    const path = views.tree.path(node ?? root);
    const kindOf = (at) => (at === root ? 'here' : views.tree.isAbove(at, root) ? 'above' : 'beyond');
    // What stays is left alone: a step that is replaced while it is pressed is never clicked.
    const same = path.findIndex((at, place) => list.children[place]?.dataset.step !== `${kindOf(at)} ${views.name(at)}`);
    const kept = same < 0 ? path.length : same;
    for (const old of [...list.children].slice(kept)) old.remove();
    const steps = path.slice(kept).map((at) => {
      const isAbove = kindOf(at) === 'above';
      const way = views.steps(at);
      const step = isAbove ? button(views.shortName(at), () => page.change({ steps: way })) : el('span', { class: kindOf(at) }, views.shortName(at));
      if (at === root) set(step, { 'aria-current': 'location' });
      const item = el('li', { title: views.role(at) ? `${views.role(at)}: ${views.name(at)}` : views.name(at) }, step);
      item.dataset.step = `${kindOf(at)} ${views.name(at)}`;
      return item;
    });
    list.append(...steps);
    const end = path[path.length - 1];
    const ofHeap = end === 0 ? '' : ` \u00b7 ${share(values[end], values[0])} of the heap`;
    say(held, nodeHeldWords(views, end, state.point) + ofHeap);
  }

  return { element, show };
}
