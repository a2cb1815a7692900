// Round values and times for the axes of charts.

/** Round values, so many or fewer above 0. The units of bytes are 1024 times the next smaller one; halves and quarters of the largest one
 * are round, too. */
export function grid(most, lines, isOfBytes) {
  const top = Math.max(most, 1);
  const base = isOfBytes ? 1024 : 1000;
  const units = Array.from({ length: 7 }, (_, power) => base ** power).filter((unit) => !isOfBytes || unit * base > top);
  const parts = isOfBytes ? [0.25, 0.5].map((times) => times * units[0]).filter((step) => step >= 1) : [];
  const whole = units.flatMap((unit) => [1, 2, 5, 10, 20, 50, 100, 200, 500].map((times) => times * unit));
  const step = [...parts, ...whole].find((one) => top / one <= lines);
  if (!step) return [0];
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
}

/** A value on an axis, in the unit of the largest one, with no decimals that say nothing: `0.5 MiB`, `20 k`. */
export function tick(value, most, isOfBytes) {
  if (value === 0) return '0';
  const base = isOfBytes ? 1024 : 1000;
  const names = isOfBytes ? [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB', ' EiB'] : ['', ' k', ' M', ' G', ' T', ' P', ' E'];
  let unit = 0;
  while (most / base ** (unit + 1) >= 1 && unit + 1 < names.length) unit += 1;
  return `${Number((value / base ** unit).toFixed(2))}${names[unit]}`;
}

/** Places of points along an axis: by time where times grow, else side by side. */
export function placesOf(points, from, to) {
  const [first, last] = [points[0].time, points[points.length - 1].time];
  if (points.length === 1) return [0.5 * (from + to)];
  const isByTime = last > first && points.every((point, at) => at === 0 || point.time >= points[at - 1].time);
  return points.map(({ time }, at) => {
    const share = isByTime ? (time - first) / (last - first) : at / (points.length - 1);
    return from + share * (to - from);
  });
}
