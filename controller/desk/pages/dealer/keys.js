// Keys: a touch counts when the finger is lifted, a hold when its bar is full; sliding off counts for nothing.

import { html } from "/shared/dom.js";
import { isSettled, watch } from "/kit/guard.js";
import { echo } from "./echo.js";
import { isWaiting, keyIn } from "./sending.js";

const HOLD_MS = 600;

// `press` and `hold` are called once for each touch; a key without `hold` knows no long touch.
export function fingers(node, press, hold) {
  let timer = 0;
  let isDown = false;
  const up = () => {
    clearTimeout(timer);
    node.removeAttribute("data-held");
    node.removeAttribute("data-touched");
    const was = isDown;
    isDown = false;
    return was;
  };
  const touched = (event) => {
    if (!press) return;
    press();
    echo(node, event.timeStamp);
  };
  watch(node);
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !isSettled(node)) return;
    isDown = true;
    // The finger sees that it is felt before it is lifted.
    node.toggleAttribute("data-touched", Boolean(press || hold));
    if (!hold) return;
    node.setAttribute("data-held", "");
    timer = setTimeout(() => up() && hold(), HOLD_MS);
  });
  node.addEventListener("pointerup", (event) => up() && touched(event));
  for (const name of ["pointercancel", "pointerleave"]) node.addEventListener(name, up);
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  // A real keyboard has no pointer; a touch brings a click as well, which is not a second press.
  node.addEventListener("click", (event) => event.detail === 0 && isSettled(node) && touched(event));
  return node;
}

export function key(label, press, { name = "", tone = "", hint = "", isOn = false, hold = null } = {}) {
  const node = html(
    "button",
    { type: "button", class: "control key", "data-key": name, "data-tone": tone, "aria-pressed": String(isOn) },
    label instanceof Node ? label : html("span", { class: "label" }, label),
    hint ? html("span", { class: "hint" }, hint) : null,
  );
  return fingers(node, press, hold);
}

// What a key of the offer reports; nothing while the picture is that of before the last key.
export const report = (acts) => () => (isWaiting() ? undefined : keyIn(acts));

export function offered({ key: name, label, acts, held, tone, is_on: isOn }, hint = "") {
  const press = acts.length ? report(acts) : null;
  const hold = held.length ? report(held) : null;
  return key(label, press, { name, tone, isOn, hold, hint });
}
