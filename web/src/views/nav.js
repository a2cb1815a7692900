// The line at the upper edge: where everything is on the page, and dark or light.

import { el, replace } from '../base/dom.js';
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
  const theme = themeSwitch();
  const nav = el('nav', { class: 'places', 'aria-label': 'On this page' });
  const show = () => {
    const there = PLACES.map(([id, name]) => ({ id, name, section: document.getElementById(id) })).filter(({ section }) => section);
    for (const { name, section } of there) section.setAttribute('aria-label', name);
    const links = there.filter(({ section }) => section.checkVisibility() && section.childElementCount > 0).map(({ id, name }) => el('a', { href: `#${id}` }, name));
    replace(nav, ...links, theme);
  };
  // Data that come in bring sections.
  page.listen((changed) => {
    if (changed.has('data')) show();
  });
  show();
  document.body.prepend(nav);
}
