// The line at the upper edge: where everything is on the page, and dark or light.

import { el } from '../base/dom.js';
import { themeSwitch } from '../base/theme.js';

const PLACES = [
  ['city', 'City'],
  ['findings', 'Findings'],
  ['trees', 'Tree'],
  ['trends', 'Trends'],
  ['groups', 'Groups'],
  ['structures', 'Collections'],
];

export function navigation(page) {
  const links = PLACES.filter(([id]) => document.getElementById(id)?.checkVisibility() && document.getElementById(id).childElementCount > 0).map(([id, name]) => el('a', { href: `#${id}` }, name));
  const nav = el('nav', { class: 'places', 'aria-label': 'On this page' }, ...links, themeSwitch(() => {}));
  document.body.prepend(nav);
  for (const [id, name] of PLACES) {
    const section = document.getElementById(id);
    if (section && !section.hasAttribute('aria-label')) section.setAttribute('aria-label', name);
  }
  return nav;
}
