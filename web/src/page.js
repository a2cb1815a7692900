// What a person looks at, shared by everything on the page: point, metric, order, the group that is gone down into, and the selection.
//
// Views listen and draw themselves anew; they never change each other. Data can be replaced at any time: groups are kept by their names.

import { CityPlan } from './data/city_plan.js';
import { Heap } from './data/heap.js';
import { TreeViews } from './data/tree_views.js';
import { WITHIN } from './base/words.js';

/** How long things glide from point to point, in milliseconds. */
export const GLIDE_MILLIS = 600;
/** How long each point is shown while the heap plays, in milliseconds. */
const PLAY_MILLIS = 1100;

export class Page {
  constructor(data) {
    this.listeners = [];
    this.playing = null;
    this.takeData(data);
    this.state = {
      metric: data.metrics[0].key,
      point: this.heap.judged[1],
      order: data.orders[0].key,
      form: 'sunburst',
      /** The way down to what tree views look at: names, null for others. */
      steps: [],
      /** The groups that are selected, together. */
      selected: [],
      /** Text about a group that is not there any more. */
      notice: null,
    };
  }

  /** Calls a function after every change with the names of what has changed. */
  listen(listener) {
    this.listeners.push(listener);
  }

  change(patch) {
    const changed = new Set(Object.keys(patch).filter((key) => this.state[key] !== patch[key]));
    if (changed.size === 0) return;
    Object.assign(this.state, patch);
    this.#stayWhereSomethingIs(changed);
    this.#tell(changed);
  }

  /** Replaces the data; what is looked at stays. */
  update(data) {
    const { state, heap } = this;
    const keys = state.selected.map((group) => heap.key(group));
    const wasLast = state.point === heap.points - 1;
    const { time } = heap.data.points[state.point];
    this.takeData(data);
    const same = data.points.findIndex((point) => point.time === time);
    state.point = wasLast || same < 0 ? this.heap.points - 1 : same;
    state.selected = keys.map((key) => this.heap.find(key)).filter((group) => group !== undefined);
    if (!data.metrics.some(({ key }) => key === state.metric)) state.metric = data.metrics[0].key;
    this.#tell(new Set(['data', 'point', 'selected', 'metric', 'steps']));
  }

  takeData(data) {
    this.data = data;
    this.heap = new Heap(data);
    this.trees = new Map();
    this.plans = new Map();
  }

  /** The shown groups for metric and order. */
  get views() {
    const { metric, order } = this.state;
    const key = `${metric} ${order}`;
    if (!this.trees.has(key)) {
      const entries = this.data.trees.filter((tree) => tree.metric === metric);
      const entry = entries.find((tree) => tree.order === order) ?? entries[0];
      this.trees.set(key, new TreeViews(this.heap, entry));
    }
    return this.trees.get(key);
  }

  /** The city of the metric; null where there is none. */
  get plan() {
    const { metric } = this.state;
    if (!this.plans.has(metric)) {
      const city = this.data.cities?.find((one) => one.metric === metric);
      this.plans.set(metric, city ? new CityPlan(this.heap, city) : null);
    }
    return this.plans.get(metric);
  }

  /** The shown group that tree views look at. */
  get root() {
    return this.views.withParts(this.views.down(this.state.steps), this.state.point);
  }

  /** The shown group that the selection is or lies in; null without one. */
  get selectedNode() {
    const [group] = this.state.selected;
    return group === undefined ? null : this.views.nodeOf(group);
  }

  metricName() {
    return this.data.metrics.find(({ key }) => key === this.state.metric).name;
  }

  /** Goes to a point; there is none before the first or after the last. */
  go(point) {
    this.change({ point: Math.min(Math.max(point, 0), this.heap.points - 1) });
  }

  /** Looks at a shown group in tree views; one without parts is selected only. */
  drill(node) {
    const { views } = this;
    const group = views.group(node);
    const patch = group === null || node === 0 ? {} : { selected: [group] };
    if (views.parts(node, this.state.point).length > 0) patch.steps = views.steps(node);
    this.change(patch);
  }

  /** One level up. */
  drillOut() {
    const { views, root } = this;
    this.change({ steps: views.steps(views.tree.nodes[root].parent) });
  }

  /** Selects groups and lets tree views show the first of them. */
  select(groups) {
    const patch = { selected: groups };
    if (groups.length > 0) {
      const { views } = this;
      const node = views.nodeOf(groups[0]);
      const isShown = views.tree.isAbove(this.root, node) && node !== this.root && views.tree.nodes[node].level <= views.tree.nodes[this.root].level + 2;
      if (!isShown) patch.steps = views.steps(views.tree.nodes[node].parent);
    }
    this.change(patch);
  }

  togglePlay() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.heap.points < 2) return;
    if (this.state.point === this.heap.points - 1) this.go(0);
    const step = () => {
      if (this.state.point === this.heap.points - 1) this.pause();
      else this.go(this.state.point + 1);
    };
    this.playing = setInterval(step, PLAY_MILLIS);
    this.#tell(new Set(['playing']));
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = null;
    this.#tell(new Set(['playing']));
  }

  /** Whether things are to glide. */
  get isMoving() {
    return !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #tell(changed) {
    for (const listener of this.listeners) listener(changed);
  }

  /** Where what is looked at has nothing in it now, the nearest group above that has is looked at. */
  #stayWhereSomethingIs(changed) {
    const { views, state } = this;
    const wanted = views.down(state.steps);
    const found = views.withParts(wanted, state.point);
    if (wanted === found) {
      if (changed.has('steps') && state.notice) {
        state.notice = null;
        changed.add('notice');
      }
      return;
    }
    const way = (node) => views.tree.path(node).map((at) => views.shortName(at)).join(WITHIN);
    state.notice = `${way(wanted)} has no parts at this point, so ${way(found)} is shown`;
    state.steps = views.steps(found);
    changed.add('notice').add('steps');
  }
}
