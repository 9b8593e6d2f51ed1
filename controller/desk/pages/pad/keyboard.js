// Draws a set of keys; a key that stays keeps its node, so that a finger on it is not disturbed.

import { suitShape } from "/shared/cards.js";
import { html } from "/shared/dom.js";

function makeKey(finger, { key, canHold, suit }) {
  const label = html("span", { class: "label" });
  const hint = html("span", { class: "hint" });
  const node = html("button", { type: "button", class: "key", "data-key": key }, label, hint);
  if (suit) node.prepend(suitShape(suit));
  finger.watch(node, key, canHold);
  return node;
}

function dressKey(node, { label, hint = "", tone = "", isOn = false, isDue = false }) {
  node.querySelector(".label").textContent = label;
  node.querySelector(".hint").textContent = hint;
  node.dataset.tone = tone;
  node.setAttribute("aria-pressed", String(isOn));
  node.toggleAttribute("data-due", isDue);
}

export function keyboard(section, keys, finger, presses) {
  const known = new Map([...section.children].map((node) => [node.dataset.key, node]));
  const nodes = keys.map((key) => {
    const node = known.get(key.key) ?? makeKey(finger, key);
    dressKey(node, key);
    if (presses.isWaiting(key.key)) node.dataset.echo ??= "sent";
    return node;
  });
  const isSame = nodes.length === section.children.length && nodes.every((node, n) => node === section.children[n]);
  if (!isSame) section.replaceChildren(...nodes);
}
