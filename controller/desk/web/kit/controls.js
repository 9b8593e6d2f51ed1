// Controls: a touch counts when the finger is lifted on them, and only while it may.

import { html } from "/shared/dom.js";
import { isSettled, watch, whyNot } from "./guard.js";
import { confirm } from "./dialogs.js";
import { note } from "./notes.js";

// A button that does something. `press()` is called once for each touch that counts; with `sure`, a sentence,
// the person is asked first: choosing is not doing. `quiet` controls work on old data too (closing, leaving).
export function control(label, press, { tone = "", hint = "", sure = "", yes = "", quiet = false, name = "" } = {}) {
  const node = html(
    "button",
    { type: "button", class: "control", "data-tone": tone, "data-control": name || null },
    html("span", { class: "label" }, label),
    hint ? html("span", { class: "hint" }, hint) : null,
  );
  watch(node);
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("click", async () => {
    if (!isSettled(node)) return;
    const why = quiet ? "" : whyNot();
    if (why) return note(why, "refusal");
    if (sure && !(await confirm(sure, { yes: yes || label, tone }))) return;
    press();
  });
  return node;
}
