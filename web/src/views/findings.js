// From a finding to the place it speaks of: one button shows it in the city, one in the tree.

import { button, el } from '../base/dom.js';

export function findingButtons(page, hasCity) {
  for (const { number, groups } of page.data.findings ?? []) {
    const article = document.getElementById(`finding-${number}`);
    if (!article || groups.length === 0) continue;
    const show = (id) => {
      page.pause();
      page.select(groups.slice(0, 1));
      document.getElementById(id).scrollIntoView({ behavior: page.isMoving ? 'smooth' : 'auto', block: 'start' });
    };
    const buttons = [hasCity && button('Show in the city', () => show('city')), button('Show in the tree', () => show('trees'))];
    article.append(el('p', { class: 'show' }, ...buttons.filter(Boolean)));
  }
}
