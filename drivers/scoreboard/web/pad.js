// The entry pad on a touch screen: big keys for what is due, an echo for each press in the record.

import { part } from "/shared/dom.js";
import { dressPage } from "./parts/poster.js";
import { Finger } from "./pad/finger.js";
import { alwaysKeys, dueKeys, namingKeys, resultKeys } from "./pad/keys.js";
import { PadLink } from "./pad/link.js";
import { Presses } from "./pad/presses.js";
import { keyboard } from "./pad/keyboard.js";
import { words } from "./pad/words.js";

const LATE_MS = 2000;
const STALE_MS = 4000;
const LIT_MS = 700;
const TICK_MS = 100;

const presses = new Presses(localStorage);
const link = new PadLink({ hear, opened, closed: drawTrouble });
const finger = new Finger(press);
let picture = null;
let heardAt = -Infinity;
let isStuck = false;

// Keys work only while the table answers: nobody should type into the void.
const isUp = () => link.isOpen && performance.now() - heardAt < STALE_MS;
const isLate = () => presses.oldestAge(Date.now()) > LATE_MS;

function press(key, isLong) {
  if (!isUp() || isLate()) return;
  link.send(presses.add(key, isLong, Date.now()));
  mark(key, "sent");
}

function opened() {
  for (const waiting of presses.waiting) link.send(waiting);
  drawTrouble();
}

// The picture is on the glass when the frame after the next one begins.
function tellDrawn({ number, page }, came) {
  const paint = () => Math.round((performance.now() - came) * 10) / 10;
  const tell = () => link.send({ kind: "drawn", screen: "pad", number, page, paint_ms: paint() });
  requestAnimationFrame(() => requestAnimationFrame(tell));
}

function hear(message) {
  if (message.kind === "pad") {
    const came = performance.now();
    draw(message);
    tellDrawn(message, came);
  }
  if (message.kind === "beat") isStuck = message.trouble;
  if (message.kind === "pad" || message.kind === "beat") heardAt = performance.now() - message.age_ms;
  if (message.kind === "recorded") light(presses.done(message));
  if (message.kind === "not_taken") drop(presses.done(message), message.reason);
  drawTrouble();
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

function draw(next) {
  picture = next;
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

function drawTrouble() {
  const up = isUp();
  const late = isLate();
  document.body.dataset.link = up ? (late ? "late" : "up") : "down";
  const stuck = isStuck ? words.no_record : "";
  part("trouble").textContent = up ? stuck || (late ? words.late : "") : words.no_link;
  for (const each of presses.waiting) mark(each.key, late ? "late" : "sent");
}

dressPage(words.language);
link.start();
setInterval(drawTrouble, TICK_MS);
