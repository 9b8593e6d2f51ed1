// The floor's page: a hold fills it; while the table plays there are the hands, the past and the shift.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { open } from "/kit/frame.js";
import { settle } from "/kit/guard.js";
import { say } from "/kit/words.js";
import { drawHands } from "./hands.js";
import { drawHistory } from "./history.js";
import { drawHold, forgetChoice, isNewHold, tellIfOver } from "./hold.js";
import { line } from "./lines.js";
import { drawShift } from "./shift.js";

const VIEWS = { now: drawNow, hands: drawHands, history: drawHistory, shift: drawShift };

let view = "now";
let last = null;
let turns = 0;

// Something the person touched changed what is to be drawn.
const redraw = () => {
  turns += 1;
  draw();
};

function goTo(name) {
  view = name;
  redraw();
}

const tab = (name) =>
  control(say(name), () => goTo(name), { quiet: true, name: `view-${name}`, tone: name === view ? "here" : "" });

const tabs = () => html("nav", { class: "tabs" }, Object.keys(VIEWS).map(tab));

function drawNow(shown) {
  return [
    html("section", { class: "calm" }, html("h2", {}, say("plays")), html("p", {}, say("round", { round: shown.round }))),
    html("section", { class: "panel" }, html("h3", {}, say("next")), shown.next.map((text) => html("p", { class: "next" }, text))),
    lastRuling(shown),
    html("section", { class: "panel lines" }, html("h3", {}, say("before")), shown.recent.map(line)),
  ];
}

const lastRuling = ({ receipt }) =>
  receipt ? html("section", { class: "panel receipt", "data-receipt": receipt.row }, html("h3", {}, say("ruled-last")), line(receipt)) : null;

function drawPage(shown, person) {
  if (shown.refused) return [html("p", { class: "refused", "data-refused": "" }, shown.refused)];
  if (shown.hold && view === "now") return [tabs(), drawHold(shown, person, redraw), lastRuling(shown)];
  return [tabs(), VIEWS[view](shown, redraw)];
}

function draw() {
  if (!last) return;
  const { shown, person } = last;
  document.body.dataset.view = shown.hold && view === "now" ? "hold" : view;
  paint(part("page"), [shown, view, turns], () => drawPage(shown, person));
}

open({
  show(shown, { person }) {
    if (view === "now") tellIfOver(shown);
    // A hold comes before whatever is open.
    if (isNewHold(shown.hold)) {
      view = "now";
      settle();
    }
    if (!shown.hold) forgetChoice();
    last = { shown, person };
    draw();
  },
});
