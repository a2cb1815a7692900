// Colours as numbers of 0 to 255 per part, and what can be read on them.

/** `#rrggbb` as three numbers. */
export function parse(hex) {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** Three numbers as `#rrggbb`. */
export function hex(parts) {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** A colour so much of the way to another one, without gamma, as the window mixes them. */
export function mix(from, to, share) {
  return from.map((part, at) => part + share * (to[at] - part));
}

/** White or black, whichever stands out more. */
export function inkOn(color) {
  const linear = parse(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance < 0.179 ? '#ffffff' : '#000000';
}
