// The entry pad on a touch screen: big keys for what is due, an echo for each press in the record.

import { html, part } from "/shared/dom.js";
import { open, send } from "/kit/frame.js";
import { say } from "/kit/words.js";
import { Finger } from "./finger.js";
import { alwaysKeys, dueKeys, namingKeys, resultKeys } from "./keys.js";
import { Presses } from "./presses.js";
import { keyboard } from "./keyboard.js";

const LATE_MS = 2000;
const LIT_MS = 700;

const presses = new Presses(localStorage);
const finger = new Finger(press);
const underWay = new Set();
let isUp = false;

const isLate = () => presses.oldestAge(Date.now()) > LATE_MS;

// Keys work only while the table answers: nobody should type into the void.
function press(key, isLong) {
  if (!isUp || isLate()) return;
  tell(presses.add(key, isLong, Date.now()));
  mark(key, "sent");
}

// Under its own number a press counts once in the record, however often it is sent.
async function tell(waiting) {
  const name = `${waiting.boot} ${waiting.sequence}`;
  if (underWay.has(name)) return;
  underWay.add(name);
  const answer = await send(waiting);
  underWay.delete(name);
  if (answer.kind === "done") light(presses.done(waiting));
  else if (answer.code === "refused") drop(presses.done(waiting), answer.text);
}

const nodesOf = (key) => document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);

function mark(key, state) {
  for (const node of nodesOf(key)) node.dataset.echo = state;
}

function light(done) {
  if (!done) return;
  mark(done.key, "lit");
  setTimeout(() => {
    const isWaiting = presses.waiting.some((each) => each.key === done.key);
    for (const node of nodesOf(done.key)) if (!isWaiting) delete node.dataset.echo;
  }, LIT_MS);
}

function drop(done, reason) {
  if (done) for (const node of nodesOf(done.key)) delete node.dataset.echo;
  console.warn(reason);
}

function frame() {
  const line = (name, more = {}) => html("p", { class: name, "data-part": name, ...more });
  const standing = html("p", { class: "standing" }, html("span", { "data-part": "standing" }));
  standing.append(html("span", { class: "trouble", "data-part": "trouble" }));
  part("page").replaceChildren(
    html("div", { class: "head" }, line("prompt", { role: "status", "aria-live": "polite" }), line("entry"), standing),
    html(
      "div",
      { class: "keys" },
      ["result", "due", "always"].map((name) => html("section", { class: name, "data-part": name })),
    ),
  );
}

function show(picture) {
  document.body.dataset.phase = picture.phase;
  part("prompt").textContent = picture.prompt;
  document.body.dataset.naming = picture.naming;
  part("entry").textContent = picture.entry_text;
  part("entry").dataset.winner = picture.entry?.winner ?? "";
  part("standing").textContent = picture.standing;
  part("result").hidden = !picture.by_hand;
  keyboard(part("result"), picture.by_hand ? resultKeys(picture) : [], finger, presses);
  keyboard(part("due"), picture.naming ? namingKeys(picture) : dueKeys(picture), finger, presses);
  keyboard(part("always"), alwaysKeys(picture), finger, presses);
}

function age({ isStale, hasTrouble }) {
  isUp = !isStale;
  const late = isLate();
  document.body.dataset.link = late ? "late" : isUp ? "up" : "down";
  part("trouble").textContent = hasTrouble ? say("record-stuck") : late ? say("late") : isUp ? "" : say("no-link");
  for (const each of presses.waiting) {
    mark(each.key, late ? "late" : "sent");
    if (isUp) tell(each);
  }
}

frame();
open({ show, age });
