// Dialogs: a question with two answers, and the PIN. What appears takes no touch in its first moment.

import { html } from "/shared/dom.js";
import { isSettled, settle, watch } from "./guard.js";
import { keypad } from "./keypad.js";
import { say } from "./words.js";

function answer(label, tone, then) {
  const node = html("button", { type: "button", class: "control", "data-tone": tone, "data-answer": tone }, label);
  watch(node);
  node.addEventListener("click", () => isSettled(node) && then());
  return node;
}

let endOpen = null;

// What is asked is out of date: close the question unanswered. Whether there was one.
export function dismiss() {
  const wasOpen = endOpen !== null;
  endOpen?.(null);
  return wasOpen;
}

function ask(kind, draw) {
  return new Promise((done) => {
    const dialog = html("dialog", { class: "dialog", "data-dialog": kind });
    const end = (value) => {
      endOpen = null;
      dialog.close();
      dialog.remove();
      settle();
      done(value);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end(null);
    });
    endOpen = end;
    dialog.append(...draw(end));
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector(".keypad")?.focus();
    settle();
  });
}

// Whether the person is sure; anything but the one answer is no.
export const confirm = async (text, { yes = say("yes"), no = say("no"), tone = "" } = {}) =>
  (await ask("confirm", (end) => [
    html("p", { class: "question" }, text),
    html("div", { class: "answers" }, answer(no, "no", () => end(false)), answer(yes, tone || "yes", () => end(true))),
  ])) === true;

// A PIN, or null where the person thinks better of it.
export const askPin = (text) =>
  ask("pin", (end) => [
    html("p", { class: "question" }, text),
    keypad({ enter: end }),
    html("div", { class: "answers" }, answer(say("cancel"), "no", () => end(null))),
  ]);

// A one-time code by the keys, or a badge whose reader types it and ends with Enter: the text, or true
// where the desk itself has read the badge. `awaitBadge(read)` asks the desk for that.
export const askProof = async (text, awaitBadge) => {
  const proof = await ask("proof", (end) => {
    awaitBadge(() => end(true));
    return [
      html("p", { class: "question" }, text),
      keypad({ enter: end, takes: /^[A-Za-z0-9;=?%+^_-]$/, most: 120 }),
      html("div", { class: "answers" }, answer(say("cancel"), "no", () => end(null))),
    ];
  });
  // A badge that was read is kept by the desk until it is used.
  if (proof !== true) awaitBadge(null);
  return proof;
};
