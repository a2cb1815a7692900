// Outlines of shapes as paths, and what lies between two of them.

import { between } from '../base/glide.js';
import { TAU } from './sunburst.js';

/** The path of an outline; sectors lie around a middle. */
export function pathOf({ rect, sector }, [middleX, middleY]) {
  const n = (value) => value.toFixed(2);
  if (rect) return `M${n(rect.x0)} ${n(rect.y0)}H${n(rect.x1)}V${n(rect.y1)}H${n(rect.x0)}z`;
  const { start, sweep, inner, outer } = sector;
  const at = (radius, angle) => `${n(middleX + radius * Math.sin(angle))} ${n(middleY - radius * Math.cos(angle))}`;
  if (sweep >= TAU - 1e-9) {
    const circle = (radius) => {
      const [top, bottom] = [at(radius, 0), at(radius, Math.PI)];
      return `M${top}A${n(radius)} ${n(radius)} 0 1 1 ${bottom}A${n(radius)} ${n(radius)} 0 1 1 ${top}z`;
    };
    return circle(outer) + (inner > 0 ? circle(inner) : '');
  }
  const end = start + sweep;
  const large = sweep > Math.PI ? 1 : 0;
  return `M${at(outer, start)}A${n(outer)} ${n(outer)} 0 ${large} 1 ${at(outer, end)}L${at(inner, end)}A${n(inner)} ${n(inner)} 0 ${large} 0 ${at(inner, start)}z`;
}

/** What lies between two outlines of one kind; of different kinds the second one. */
export function outlineBetween(from, to, share) {
  for (const kind of ['rect', 'sector']) {
    if (!from[kind] || !to[kind]) continue;
    const mixed = {};
    for (const part of Object.keys(to[kind])) mixed[part] = between(from[kind][part], to[kind][part], share);
    return { [kind]: mixed };
  }
  return to;
}

/** The outline without thickness, where it grows from or vanishes to. */
export function thin({ rect, sector }) {
  if (rect) {
    const y = 0.5 * (rect.y0 + rect.y1);
    return { rect: { ...rect, y0: y, y1: y } };
  }
  const middle = sector.start + 0.5 * sector.sweep;
  return sector.sweep >= TAU - 1e-9 ? { sector: { ...sector, outer: sector.inner } } : { sector: { ...sector, start: middle, sweep: 0 } };
}
