// Numbers that glide to new values. A new glide begins where the old one is, so that nothing jumps.

/** Calls `draw(share)` with 0 to 1, eased, until the time is over; returns a function that ends it at once. */
export function glide(millis, draw, isMoving = true) {
  if (!isMoving || millis <= 0 || document.hidden) {
    draw(1);
    return () => {};
  }
  let frame = 0;
  let begin = null;
  const step = (now) => {
    begin ??= now;
    const share = Math.min((now - begin) / millis, 1);
    // Even for a share of 1: the last call has the end.
    draw(share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share));
    if (share < 1) frame = requestAnimationFrame(step);
  };
  draw(0);
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

export const between = (from, to, share) => from + share * (to - from);
