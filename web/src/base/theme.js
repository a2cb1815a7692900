// Dark and light: as the system wants it, until a person chooses.

import { button, set } from './dom.js';

const DARK = '(prefers-color-scheme: dark)';
/** Where the choice is kept for all reports of this browser. */
const KEPT = 'memory-city-theme';

// Of a file a browser may refuse to keep or to tell anything.
try {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'dark' || kept === 'light') document.documentElement.dataset.theme = kept;
} catch {
  // As the system wants it.
}

export const isDark = () => (document.documentElement.dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')) === 'dark';

/** A switch between both. */
export function themeSwitch() {
  const toggle = button('Dark', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    keep(document.documentElement.dataset.theme);
    show();
  }, { class: 'theme', 'aria-label': 'Dark colors' });
  const show = () => set(toggle, { 'aria-pressed': String(isDark()) });
  matchMedia(DARK).addEventListener('change', show);
  show();
  return toggle;
}

function keep(theme) {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // It holds for this page alone.
  }
}
