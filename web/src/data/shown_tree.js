// The groups that tree views show for a metric and an order: which they are was decided once for all points, when the page was written.
//
// Nodes are numbers in breadth-first order, so the children of a node are a range. A node stands for one group, or for several that are
// shown together; the last child may be the rest, which also has what its parent holds beside its children.

export class ShownTree {
  constructor({ children, sources }) {
    this.sources = sources.map((source) => (Array.isArray(source) ? source : [source]));
    this.nodes = [];
    let next = 1;
    children.forEach((count, at) => {
      this.nodes[at] ??= { parent: 0, level: 0, rank: 0, isRest: false };
      const node = this.nodes[at];
      node.first = next;
      node.end = next + Math.abs(count);
      for (let child = node.first; child < node.end; child += 1) {
        this.nodes[child] = {
          parent: at,
          level: node.level + 1,
          // The place of the part of the whole that a node is or lies in: what gives it its colour.
          rank: at === 0 ? child - node.first : node.rank,
          isRest: count < 0 && child === node.end - 1,
        };
      }
      next = node.end;
    });
    this.heights = null;
  }

  children(node) {
    const { first, end } = this.nodes[node];
    return Array.from({ length: end - first }, (_, at) => first + at);
  }

  hasParts(node) {
    return this.nodes[node].end > this.nodes[node].first;
  }

  /** How many levels there are below a node. */
  height(node) {
    if (!this.heights) {
      this.heights = new Array(this.nodes.length).fill(0);
      for (let at = this.nodes.length - 1; at > 0; at -= 1) {
        const { parent } = this.nodes[at];
        this.heights[parent] = Math.max(this.heights[parent], this.heights[at] + 1);
      }
    }
    return this.heights[node];
  }

  /** A node and what is at most so many levels below it, level by level. */
  below(node, levels) {
    const last = this.nodes[node].level + levels;
    const found = [node];
    for (let at = 0; at < found.length; at += 1) {
      const { first, end, level } = this.nodes[found[at]];
      if (level >= last) continue;
      for (let child = first; child < end; child += 1) found.push(child);
    }
    return found;
  }

  /** From the whole down to a node. */
  path(node) {
    const path = [node];
    for (let at = node; at !== 0; path.unshift(at)) at = this.nodes[at].parent;
    return path;
  }

  /** Whether a node is another one or lies above it. */
  isAbove(above, node) {
    let at = node;
    while (at > above) at = this.nodes[at].parent;
    return at === above;
  }
}
