// A shown tree with its values, names and colours: what pictures of it are made from.

import { colorOf, pointedColor } from '../tree/colors.js';
import { ShownTree } from './shown_tree.js';

export class TreeViews {
  constructor(heap, entry) {
    this.heap = heap;
    this.metric = entry.metric;
    this.palette = heap.data.palette;
    this.judged = heap.judged;
    this.tree = new ShownTree(entry);
    this.named = entry.named ?? {};
    this.rows = [];
    this.mosts = null;
  }

  /** What every node holds at a point. */
  values(point) {
    this.rows[point] ??= this.#values(point);
    return this.rows[point];
  }

  /** What a node holds at most at any point. */
  most(node) {
    if (!this.mosts) {
      this.mosts = new Float64Array(this.tree.nodes.length);
      for (let point = 0; point < this.heap.points; point += 1) {
        this.values(point).forEach((value, at) => {
          if (value > this.mosts[at]) this.mosts[at] = value;
        });
      }
    }
    return this.mosts[node];
  }

  series(node) {
    return Array.from({ length: this.heap.points }, (_, point) => this.values(point)[node]);
  }

  /** The standard error of what a node holds at a point; 0 where that is known exactly. */
  error(node, point) {
    return this.heap.error(this.metric, this.tree.sources[node], point);
  }

  /** That of its growth since the first judged point. */
  growthError(node, point) {
    return this.heap.growthError(this.metric, this.tree.sources[node], point);
  }

  /** The parts of a node that hold something at a point, in their order. */
  parts(node, point) {
    const values = this.values(point);
    return this.tree.children(node).filter((part) => values[part] > 0);
  }

  /** The group that a node is, if it is one and not several together; else null. */
  group(node) {
    const sources = this.tree.sources[node];
    return sources.length === 1 && !this.tree.nodes[node].isRest ? sources[0] : null;
  }

  /** Where a group is shown: as itself, or else within others or as the nearest group above that is shown. */
  nodeOf(group) {
    let at = 0;
    for (const above of this.heap.path(group).slice(1)) {
      const next = this.tree.children(at).find((child) => this.tree.sources[child].includes(above));
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  name(node) {
    const named = this.named[node];
    return named === undefined ? this.heap.name(this.tree.sources[node][0]) : this.heap.data.names[named];
  }

  shortName(node) {
    const named = this.named[node];
    if (named === undefined) return this.heap.shortName(this.tree.sources[node][0]);
    return this.heap.data.shorts[named] ?? this.heap.data.names[named];
  }

  role(node) {
    const [source] = this.tree.sources[node];
    return source === undefined ? '' : this.heap.role(source);
  }

  color(node) {
    return colorOf(this.tree, this.palette, node);
  }

  pointedColor(node) {
    return pointedColor(this.tree, this.palette, node);
  }

  /** The steps from the whole down to a node: names, or null for others. They outlive the data. */
  steps(node) {
    return this.tree.path(node).slice(1).map((at) => (this.tree.nodes[at].isRest ? null : this.name(at)));
  }

  /** Where these steps lead to, as far as they can be taken. */
  down(steps) {
    let at = 0;
    for (const step of steps) {
      const next = this.tree.children(at).find((child) => {
        const { isRest } = this.tree.nodes[child];
        return step === null ? isRest : !isRest && this.name(child) === step;
      });
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** A node or, where it has no parts at a point, the nearest one above that has. */
  withParts(node, point) {
    return this.tree.path(node).reverse().find((at) => this.parts(at, point).length > 0) ?? 0;
  }

  #values(point) {
    const { tree } = this;
    const groups = this.heap.values(this.metric, point);
    const values = new Float64Array(tree.nodes.length);
    values[0] = groups[0];
    tree.nodes.forEach((node, at) => {
      let rest = values[at];
      for (let child = node.first; child < node.end; child += 1) {
        const held = tree.sources[child].reduce((sum, source) => sum + groups[source], 0);
        values[child] = tree.nodes[child].isRest ? rest : held;
        rest = Math.max(rest - values[child], 0);
      }
    });
    return values;
  }
}
