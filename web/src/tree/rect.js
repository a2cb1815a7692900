// Rectangles `{x0, y0, x1, y1}`, x to the right and y down.

export const width = (rect) => rect.x1 - rect.x0;
export const depth = (rect) => rect.y1 - rect.y0;
export const shorterSide = (rect) => Math.min(width(rect), depth(rect));

/** The rectangle moved inwards by a margin on every side; never inside out. */
export function inset(rect, margin) {
  const m = Math.min(Math.max(margin, 0), 0.5 * width(rect), 0.5 * depth(rect));
  return { x0: rect.x0 + m, y0: rect.y0 + m, x1: rect.x1 - m, y1: rect.y1 - m };
}
