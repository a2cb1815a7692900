// What is drawn, told from the drawing itself: how large shapes are, and which of them is which group.

/** The shape of a shown group in the local or the global picture; the way down are names, null for others. */
export async function shapeOf(page, picture, ...way) {
  const node = await page.evaluate((steps) => {
    const { views } = window.memoryCityReport;
    const found = views.down(steps);
    return views.tree.nodes[found].level === steps.length ? found : null;
  }, way);
  if (node === null) throw new Error(`nothing is shown at ${way.join(' > ')}`);
  return page.locator(`.picture.${picture} .shape[data-key="${node}."]`);
}

/** The outlines of shapes. */
export const outlines = (shapes) => shapes.evaluateAll((all) => all.map((one) => one.getAttribute('d')));

/** The sweep of a sector that is no whole ring, as a share of a turn; it lies around the middle of a square drawing of this side. */
export function turnOf(outline, side) {
  const [x0, y0, , , , , , x1, y1] = numbersOf(outline);
  const angle = (x, y) => Math.atan2(x - 0.5 * side, 0.5 * side - y);
  const turn = (angle(x1, y1) - angle(x0, y0)) / (2 * Math.PI);
  return turn < 0 ? turn + 1 : turn;
}

/** The height of a rectangle. */
export function heightOf(outline) {
  const [, y0, , y1] = numbersOf(outline);
  return y1 - y0;
}

const numbersOf = (outline) => outline.match(/-?[\d.]+/g).map(Number);
