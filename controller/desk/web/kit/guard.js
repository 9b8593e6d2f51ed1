// Whether a touch may count: not on old data, not while an act is under way, not on what has only just appeared.

// A finger that was on its way when the screen changed must not press what came under it.
const SETTLE_MS = 300;

let changedAt = -Infinity;
let refusal = () => "";

// The screen has changed under the finger: whatever stands there now takes no touch for a moment.
export function settle() {
  changedAt = performance.now();
}

// `why()` is the sentence why nothing may be pressed now, or "".
export function refuseBy(why) {
  refusal = why;
}

const seenSince = new WeakMap();
const eye = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) seenSince.delete(target);
    else if (!seenSince.has(target)) seenSince.set(target, performance.now());
  }
});

export const watch = (node) => eye.observe(node);

export function isSettled(node) {
  const since = Math.max(changedAt, seenSince.get(node) ?? Infinity);
  return performance.now() - since >= SETTLE_MS;
}

export const whyNot = () => refusal();
