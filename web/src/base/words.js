// Numbers as people read them: thousands separators, IEC units, signs. The same words as in the window and in all other documents, so that
// a number can be looked up from one in the other.

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const MINUS = '\u2212';

/** What stands between the name of a group and that of one in it. */
export const WITHIN = ' \u203a ';

/** `1234567` as `1,234,567`. */
export function count(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** Bytes with an IEC unit and three significant digits: `512 B`, `1.21 MiB`. */
export function bytes(value) {
  if (value < 1024) return `${value} B`;
  let scaled = value / 1024;
  let unit = 0;
  while (scaled >= 999.5 && unit + 1 < UNITS.length) {
    scaled /= 1024;
    unit += 1;
  }
  const decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
  return `${fixed(scaled, decimals)} ${UNITS[unit]}`;
}

/** A value whose unit is said elsewhere. */
export function bare(metric, value) {
  return metric === 'objects' ? count(value) : bytes(value);
}

/** A value with its unit: `1 object`, `1,234 objects`, `1.21 MiB`. */
export function amount(metric, value) {
  if (metric !== 'objects') return bytes(value);
  return value === 1 ? '1 object' : `${count(value)} objects`;
}

/** A difference with its sign: `+1,234 objects`, `−3 objects`, `no change`. */
export function change(metric, value) {
  if (value === 0) return 'no change';
  return (value > 0 ? '+' : MINUS) + amount(metric, Math.abs(value));
}

/** The same without what is counted, for columns whose heading names it. */
export function bareChange(metric, value) {
  if (value === 0) return 'no change';
  return (value > 0 ? '+' : MINUS) + bare(metric, Math.abs(value));
}

/** A share of a whole: `12.3 %`, `< 0.1 %`; a dash when the whole is nothing. */
export function share(part, whole) {
  return whole === 0 ? '\u2013' : portion((100 * part) / whole);
}

/** A part in percent; what is hardly anything is not nothing. */
export function portion(percent) {
  if (percent > 0 && percent < 0.05) return '< 0.1 %';
  return `${fixed(percent, 1)} %`.replace('-0.0 %', '0.0 %').replace(/^-/, MINUS);
}

/** A count for a narrow place: `1,234`, `1.2 M`. */
export function short(metric, value) {
  if (metric !== 'objects') return bytes(value);
  if (value < 100_000) return count(value);
  const [scaled, unit] = value < 1e6 ? [value / 1e3, 'k'] : value < 1e9 ? [value / 1e6, 'M'] : [value / 1e9, 'G'];
  return `${fixed(scaled, scaled < 100 ? 1 : 0)} ${unit}`;
}

/** The start and the end of a text, so many letters in all, with an ellipsis between them: the end of a name says as much as its start. */
export function withoutMiddle(text, most) {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, head).join('')}\u2026${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

// Of two equally near decimals the even one, as Rust prints them; toFixed takes the larger one. Only numbers with few binary digits can lie
// exactly between two decimals.
function fixed(value, decimals) {
  const times = 10 ** decimals;
  const moved = value * times;
  const isBetween = Math.abs(moved % 1) === 0.5 && moved / times === value;
  return isBetween ? ((2 * Math.round(moved / 2)) / times).toFixed(decimals) : value.toFixed(decimals);
}
