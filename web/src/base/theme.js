// Dark and light: as the system wants it, until a person chooses.

import { button, set } from './dom.js';

const DARK = '(prefers-color-scheme: dark)';

export const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')) === 'dark';

/** A switch between both; `after` is called when the colours have changed. */
export function themeSwitch(after) {
  const toggle = button('Dark', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    show();
  }, { class: 'theme', 'aria-label': 'Dark colors' });
  const show = () => {
    set(toggle, { 'aria-pressed': String(isDark()) });
    after();
  };
  matchMedia(DARK).addEventListener('change', show);
  show();
  return toggle;
}
