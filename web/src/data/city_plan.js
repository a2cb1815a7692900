// The city of one metric: where districts and buildings lie, and how large and in which colour a building is at a point.

import { mix, parse } from '../base/colors.js';

export class CityPlan {
  constructor(heap, city) {
    this.heap = heap;
    this.metric = city.metric;
    this.city = city;
    this.slab = city.slab;
    this.ramp = city.ramp.map(parse);
    this.weightRamp = city.weight_ramp?.map(parse);
    this.districts = city.districts.map(([group, level, x0, y0, x1, y1], at) => ({ group, level, rect: { x0, y0, x1, y1 }, name: heap.data.names[city.district_names[at]] }));
    this.buildings = city.buildings.map(([group, level, x0, y0, x1, y1], at) => ({
      group,
      level,
      lot: { x0, y0, x1, y1 },
      groups: city.blocks?.[at] ?? [group],
      isBlock: city.blocks?.[at] !== undefined,
      label: heap.data.names[city.labels[at]],
      rank: city.ranks[at],
    }));
    const all = this.districts[0]?.rect ?? this.buildings[0]?.lot ?? { x0: 0, y0: 0, x1: 1, y1: 1 };
    this.middle = [0.5 * (all.x0 + all.x1), 0.5 * (all.y0 + all.y1)];
    this.side = Math.max(all.x1 - all.x0, all.y1 - all.y0, 1e-9);
    this.byRank = this.buildings.map((_, at) => at).sort((a, b) => this.buildings[a].rank - this.buildings[b].rank);
    this.ofGroup = new Map();
    this.buildings.forEach(({ groups }, at) => groups.forEach((group) => this.ofGroup.set(group, at)));
    this.districtOfGroup = new Map(this.districts.map(({ group }, at) => [group, at]));
  }

  value(at, point) {
    return this.heap.valueOf(this.metric, this.buildings[at].groups, point);
  }

  growth(at, point) {
    return this.value(at, point) - this.value(at, this.heap.judged[0]);
  }

  /** Half width, half depth and height of a building, in metres; all 0 where it holds nothing. */
  size(at, point) {
    const value = this.value(at, point);
    const area = this.city.area === 'linear' ? value : Math.sqrt(value);
    const side = Math.sqrt(Math.max(area, 0));
    const { x0, y0, x1, y1 } = this.buildings[at].lot;
    const [width, depth] = [x1 - x0, y1 - y0];
    const ofLot = width * depth > 0 ? Math.min(side / Math.sqrt(width * depth), 1) : 0;
    return [0.5 * width * ofLot, 0.5 * depth * ofLot, 2 * side];
  }

  /** Its colour, three numbers of 0 to 255. */
  color(at, point) {
    const { weights, heaviest, full_growth: full } = this.city;
    if (weights && heaviest > 0) return mix(this.weightRamp[0], this.weightRamp[1], Math.sqrt(weights[at] / heaviest));
    if (!(full > 0)) return this.ramp[0];
    return this.growthColor(Math.min(Math.max(this.growth(at, point) / full, 0), 1));
  }

  growthColor(share) {
    const [none, half, all] = this.ramp;
    return share < 0.5 ? mix(none, half, 2 * share) : mix(half, all, 2 * share - 1);
  }

  /** The middle of a building on the ground, and how high it stands. */
  place(at) {
    const { lot, level } = this.buildings[at];
    return { x: 0.5 * (lot.x0 + lot.x1), y: 0.5 * (lot.y0 + lot.y1), base: level * this.slab };
  }

  /** The building that a group is or lies in; undefined where it is larger than one. */
  buildingOf(group) {
    for (let at = group; ; at = this.heap.parent(at)) {
      const building = this.ofGroup.get(at);
      if (building !== undefined) return building;
      if (at === 0) return undefined;
    }
  }

  /** The building that is largest at the end in a group that has several; undefined where it has none. */
  largestIn(group) {
    const within = this.buildings.map((_, at) => at).filter((at) => !this.buildings[at].isBlock && this.heap.path(this.buildings[at].group).includes(group));
    const size = (at) => this.value(at, this.heap.judged[1]);
    return within.length === 0 ? undefined : within.reduce((best, at) => (size(at) > size(best) ? at : best));
  }

  /** The district that a group is, or the nearest one above. */
  districtOf(group) {
    for (let at = group; ; at = this.heap.parent(at)) {
      const district = this.districtOfGroup.get(at);
      if (district !== undefined || at === 0) return district;
    }
  }
}
