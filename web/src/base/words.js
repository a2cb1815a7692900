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

/** A value that may be an estimate, with its standard error: `12,340 \u00b1 810 objects` of 12,338 and 803. An error of 0 is none. */
export function estimatedAmount(metric, value, error) {
  if (error === 0) return amount(metric, value);
  return metric === 'objects' ? `${estimated(metric, value, error)} objects` : estimated(metric, value, error);
}

/** The same without what is counted. Digits that the error leaves open are not told. */
export function estimated(metric, value, error) {
  return bare(metric, asSureAs(error, value)) + plusMinus(metric, error);
}

/** A difference of values that may be estimates, without what is counted: `+1,200 \u00b1 90`. */
export function estimatedChange(metric, value, error) {
  return bareChange(metric, asSureAs(error, value)) + plusMinus(metric, error);
}

/** The standard error behind a number; empty if it is exact. Two digits tell enough of it, rounded up. */
export function plusMinus(metric, error) {
  if (error === 0) return '';
  const unit = secondDigit(error);
  return ` \u00b1 ${bare(metric, Math.ceil(error / unit) * unit)}`;
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

/** A value rounded to the second digit of its error. */
function asSureAs(error, value) {
  const unit = error === 0 ? 1 : secondDigit(error);
  return Math.trunc((value + Math.sign(value) * Math.floor(unit / 2)) / unit) * unit;
}

/** What one means in the second digit of an error. */
function secondDigit(error) {
  return 10 ** Math.max(String(error).length - 2, 0);
}

// Of two equally near decimals the even one, as Rust prints them; toFixed takes the larger one. Only numbers with few binary digits can lie
// exactly between two decimals.
function fixed(value, decimals) {
  const times = 10 ** decimals;
  const moved = value * times;
  const isBetween = Math.abs(moved % 1) === 0.5 && moved / times === value;
  return isBetween ? ((2 * Math.round(moved / 2)) / times).toFixed(decimals) : value.toFixed(decimals);
}
