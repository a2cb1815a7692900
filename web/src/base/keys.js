// Keys that work everywhere on the page, where nothing else takes them.

const TAKES_KEYS = 'input, select, textarea, button, summary, [role="tab"], [role="button"], [tabindex="0"]';

/** Arrows step, Space plays, Backspace goes one level up. */
export function listenToKeys(page) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { target } = event;
    const isText = target.matches('input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select');
    const isControl = target.matches(TAKES_KEYS) && !target.matches('canvas');
    const takesArrows = isText || target.matches('input, [role="tab"]');
    const isAbout = {
      ArrowLeft: !takesArrows && (() => page.go(page.state.point - 1)),
      ArrowRight: !takesArrows && (() => page.go(page.state.point + 1)),
      ' ': !isControl && page.heap.points > 1 && (() => page.togglePlay()),
      Backspace: !isText && page.root !== 0 && (() => page.drillOut()),
    }[event.key];
    if (!isAbout) return;
    event.preventDefault();
    isAbout();
  });
}
