// Which part of the whole each shown group has at a point: an interval of 0 to 1, within that of its parent.

/** The intervals of all nodes, whose values these are: children in their order, from the begin of their parent on. */
export function sharesOf(tree, values) {
  const shares = tree.nodes.map(() => ({ start: 0, end: 0 }));
  shares[0] = { start: 0, end: values[0] > 0 ? 1 : 0 };
  tree.nodes.forEach((node, at) => {
    const own = shares[at];
    let held = 0;
    for (let child = node.first; child < node.end; child += 1) held += values[child];
    // Where children hold more than their parent says, they fill it all the same.
    const whole = Math.max(values[at], held, 1);
    const place = (before) => own.start + length(own) * (before / whole);
    let before = 0;
    for (let child = node.first; child < node.end; child += 1) {
      const after = before + values[child];
      // Both ends by the same rule, so that neighbours meet.
      shares[child] = { start: place(before), end: place(after) };
      before = after;
    }
  });
  return shares;
}

export const length = (share) => share.end - share.start;
export const isEmpty = (share) => length(share) <= 0;

/** The same where another interval is the whole. */
export function within(share, whole) {
  const place = (at) => (isEmpty(whole) ? 0 : Math.min(Math.max((at - whole.start) / length(whole), 0), 1));
  return { start: place(share.start), end: place(share.end) };
}
