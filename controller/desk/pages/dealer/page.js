// The house dealer's page: one sentence, one big key, the table, and whatever else may be keyed in now.

import { html, paint, part } from "/shared/dom.js";
import { open } from "/kit/frame.js";
import { say } from "/kit/words.js";
import { handSheet } from "./hands.js";
import { drawKeypad } from "./keypad.js";
import { key, offered, report } from "./keys.js";
import { drawn, isLate, whenTold } from "./sending.js";
import { moreSheet, stakeSheet, wagerSheet } from "./sheets.js";
import { tableShape } from "./table.js";
import { follow, isWalked, walkedSeat, walkKeys, walkSheet } from "./walk.js";

const TICK_MS = 200;
const SETTLING = new Set(["settled", "stage-settled"]);
const TAKE_BACK_MS = 5000;

let shown = null;
let timerEnds = null;
let calledAt = -Infinity;
let told = [];

const area = (name, tag = "section") => html(tag, { "data-part": name, class: name });
part("page").replaceChildren(
  html(
    "div",
    { class: "told", "data-part": "told" },
    html("p", { class: "prompt", "data-part": "prompt", role: "status", "aria-live": "polite" }),
    html("p", { class: "beside", "data-part": "beside" }),
  ),
  html("div", { class: "sign" }, area("button", "p"), area("timer", "p"), area("late", "p")),
  area("drawing"),
  html("div", { class: "doing" }, area("walk"), area("keypad"), area("controls"), area("result")),
  area("always"),
);

const seatControl = (seat) => shown.offer.seats.find((each) => each.seat === seat);

function touchSeat({ seat }) {
  const control = seatControl(seat);
  return control ? report(control.acts) : null;
}

function holdSeat({ seat, is_bank: isBank }) {
  if (!shown.offer.wager_device) return null;
  if (isBank) return () => stakeSheet(shown.offer);
  return seatControl(seat) ? () => wagerSheet(seat, shown.offer) : null;
}

// While a seat is left to settle, the key that says all is settled waits for the end of the walk.
function controls() {
  const { offer, walk } = shown;
  if (!walk.length) return offer.controls.map((each) => offered(each));
  const left = isWalked(shown) ? offer.controls : offer.controls.filter(({ key: name }) => !SETTLING.has(name));
  const keys = left.map((each) => offered(each));
  return isWalked(shown) ? [...keys, ...walkKeys(shown, draw)] : [...walkKeys(shown, draw), ...keys];
}

function floorKey() {
  const { floor } = shown.offer;
  if (!floor) return [];
  const isCall = floor.held.length > 0;
  if (!isCall && performance.now() - calledAt > TAKE_BACK_MS) return [];
  return [offered(floor, isCall ? say("hold") : "")];
}

// Hands that no device reads: what lies face up may be shown to everybody.
function handKeys() {
  if (!shown.offer.hands.length) return [];
  return [key(say("show-hands"), () => handSheet(() => shown), { name: "show-hands" })];
}

function always() {
  const { more, back } = shown.offer;
  const open = () => moreSheet(more);
  const keys = more.length ? [key(say("more"), open, { name: "more", tone: "quiet" })] : [];
  return [...(back ? [offered(back)] : []), ...handKeys(), ...keys, ...floorKey()];
}

// What is on its way stands before what else may happen.
function drawBeside() {
  const waits = told.map((text) => `${text} …`);
  part("beside").textContent = [...waits, shown?.entry, ...(shown?.beside ?? [])].filter(Boolean).join(" · ");
}

function draw() {
  const { offer, walk } = shown;
  document.body.dataset.phase = shown.phase;
  document.body.dataset.tone = shown.tone;
  document.body.toggleAttribute("data-walk", walk.length > 0);
  document.body.toggleAttribute("data-keypad", Boolean(offer.keypad));
  document.body.toggleAttribute("data-result", offer.result.length > 0);
  part("prompt").textContent = shown.prompt;
  drawBeside();
  part("button").textContent = shown.button;
  const walked = walkedSeat(shown);
  paint(part("drawing"), { ...shown, timer_left_ms: 0, prompt: "", walked }, () =>
    tableShape({ ...shown, walked }, { touch: touchSeat, hold: holdSeat }),
  );
  paint(part("walk"), [walk, walked], () => (walk.length ? walkSheet(shown) : []));
  paint(part("controls"), [offer.controls, walk, walked], controls);
  paint(part("result"), offer.result, () => offer.result.map((each) => offered(each, each.held.length ? say("hold") : "")));
  drawKeypad(part("keypad"), offer.keypad);
  drawAlways();
}

const drawAlways = () => {
  const isOver = performance.now() - calledAt > TAKE_BACK_MS;
  paint(part("always"), [shown.offer.back, shown.offer.hands, shown.offer.more, shown.offer.floor, isOver], always);
};

function tick() {
  if (!shown) return;
  const left = timerEnds === null ? null : Math.max(0, Math.ceil((timerEnds - performance.now()) / 1000));
  part("timer").textContent = left === null ? "" : say("timer", { seconds: left });
  part("timer").toggleAttribute("data-short", left !== null && left <= 5);
  part("late").textContent = isLate() ? say("late") : "";
  drawAlways();
}

whenTold((texts) => {
  told = texts;
  drawBeside();
});
open({
  show(next, { number }) {
    const isCalled = (picture) => picture?.offer.floor?.acts.length > 0;
    if (isCalled(next) && shown && !isCalled(shown)) calledAt = performance.now();
    shown = next;
    timerEnds = next.timer_left_ms === null ? null : performance.now() + next.timer_left_ms;
    follow(next);
    drawn(number);
    draw();
    tick();
  },
});
setInterval(tick, TICK_MS);
