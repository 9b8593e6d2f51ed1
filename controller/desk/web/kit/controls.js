// Controls: a touch counts when the finger is lifted on them, and only while it may.

import { html } from "/shared/dom.js";
import { isSettled, watch, whyNot } from "./guard.js";
import { confirm } from "./dialogs.js";
import { note } from "./notes.js";

const face = (label, hint) => [html("span", { class: "label" }, label), ...(hint ? [html("span", { class: "hint" }, hint)] : [])];

// A button that does something. `press()` is called once for each touch that counts; with `sure`, a sentence,
// the person is asked first: choosing is not doing. `quiet` controls work on old data too (closing, leaving).
export function control(label, press, { tone = "", hint = "", sure = "", yes = "", quiet = false, name = "" } = {}) {
  const node = html("button", { type: "button", class: "control", "data-tone": tone, "data-control": name || null }, face(label, hint));
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

const choices = new Map();

// A button that chooses and does nothing: it works while an act is under way, and a picture that comes meanwhile
// leaves it where it is, so that no touch falls on a newcomer. Of another thing (`of`) it is another button.
export function choice(of, label, press, { tone = "", hint = "", name }) {
  const known = choices.get(name);
  const kept = known?.of === of ? known : { of, node: control("", () => choices.get(name).press(), { quiet: true, name }) };
  choices.set(name, kept);
  kept.press = press;
  kept.node.dataset.tone = tone;
  kept.node.replaceChildren(...face(label, hint));
  return kept.node;
}
