// The groups of a run and what they hold at every point.
//
// Groups are numbers; a parent comes before its children, group 0 is the whole. Values are kept as one row of numbers per point and metric,
// with everything below a group in it, and are computed when a metric is first asked for: 8 bytes per group, point and metric.

export class Heap {
  constructor(data) {
    this.data = data;
    this.count = data.groups.parent.length;
    this.points = data.points.length;
    this.judged = data.judged ?? [0, this.points - 1];
    this.rows = new Map();
    this.byPath = null;
  }

  /** When a point was; the date is left out where all points are of one day. */
  timeText(point) {
    this.commonDate ??= commonDate(this.data.points);
    return this.data.points[point].text.slice(this.commonDate.length);
  }

  /** What every group holds at a point. */
  values(metric, point) {
    if (!this.rows.has(metric)) this.rows.set(metric, this.#sums(metric));
    return this.rows.get(metric)[point];
  }

  value(metric, group, point) {
    return this.values(metric, point)[group];
  }

  /** What a group holds over time. */
  series(metric, group) {
    return Array.from({ length: this.points }, (_, point) => this.value(metric, group, point));
  }

  /** What several groups hold together over time. */
  seriesOf(metric, groups) {
    return Array.from({ length: this.points }, (_, point) => this.valueOf(metric, groups, point));
  }

  valueOf(metric, groups, point) {
    const values = this.values(metric, point);
    return groups.reduce((sum, group) => sum + values[group], 0);
  }

  /** The standard error of what groups hold together at a point; 0 where that is known exactly. */
  error(metric, groups, point) {
    return this.#jointError(metric, groups, [point]);
  }

  /** That of their growth since the first judged point, as if estimates were independent of each other. */
  growthError(metric, groups, point) {
    return point === this.judged[0] ? 0 : this.#jointError(metric, groups, [this.judged[0], point]);
  }

  parent(group) {
    return this.data.groups.parent[group];
  }

  name(group) {
    return this.data.names[this.data.groups.name[group]];
  }

  shortName(group) {
    const name = this.data.groups.name[group];
    return this.data.shorts[name] ?? this.data.names[name];
  }

  role(group) {
    return this.data.roles[this.data.groups.role[group]] ?? '';
  }

  /** From the whole down to a group. */
  path(group) {
    const path = [group];
    for (let at = group; at !== 0; path.unshift(at)) at = this.parent(at);
    return path;
  }

  /** What a group is recognised by in other data: the names from the whole down to it, and the place among those that share them. */
  key(group) {
    this.byPath ??= this.#paths();
    return this.byPath.keys[group];
  }

  /** The group that a key is of; undefined where there is none. */
  find(key) {
    this.byPath ??= this.#paths();
    return this.byPath.groups.get(key);
  }

  #jointError(metric, groups, points) {
    const errors = this.data.groups.errors?.[metric];
    if (!errors) return 0;
    const squares = groups.flatMap((group) => points.map((point) => (errors[group]?.[point] ?? 0) ** 2));
    return Math.ceil(Math.sqrt(squares.reduce((sum, square) => sum + square, 0)));
  }

  #sums(metric) {
    const { parent, own } = this.data.groups;
    const rows = Array.from({ length: this.points }, () => new Float64Array(this.count));
    for (let group = this.count - 1; group >= 0; group -= 1) {
      const steps = own[metric][group];
      let held = 0;
      for (let point = 0; point < this.points; point += 1) {
        held += steps[point] ?? 0;
        rows[point][group] += held;
        if (group > 0) rows[point][parent[group]] += rows[point][group];
      }
    }
    return rows;
  }

  #paths() {
    const keys = new Array(this.count);
    const groups = new Map();
    for (let group = 0; group < this.count; group += 1) {
      const above = group === 0 ? '' : keys[this.parent(group)];
      const path = `${above}\n${this.name(group)}`;
      let key = path;
      for (let again = 2; groups.has(key); again += 1) key = `${path}\t${again}`;
      keys[group] = key;
      groups.set(key, group);
    }
    return { keys, groups };
  }
}

/** `2026-11-21 ` where all texts begin with that, else nothing. */
function commonDate(points) {
  const date = /^\d{4}-\d\d-\d\d (?=.)/.exec(points[0].text)?.[0] ?? '';
  return points.length > 1 && points.every(({ text }) => text.startsWith(date)) ? date : '';
}
