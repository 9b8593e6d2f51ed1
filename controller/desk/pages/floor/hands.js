// The hands of the shoe: corrected, taken back, put in. A hand is chosen first, then what becomes of it.

import { html } from "/shared/dom.js";
import { choice, control } from "/kit/controls.js";
import { act, look } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { language, say } from "/kit/words.js";

const WINNERS = { P: "player", B: "banker", T: "tie" };
const FLAGS = { n: "natural", p: "player-pair", b: "banker-pair" };

let chosen = null;
let task = "";
let winner = "";
let marks = new Set();
let leads = null;

function start(hand, what, redraw) {
  [chosen, task, winner, leads] = [hand, what, "", null];
  marks = new Set();
  lookAhead(redraw);
}

const mark = () => winner + Object.keys(FLAGS).filter((flag) => marks.has(flag)).join("");
const bonuses = () => [...marks].filter((each) => !(each in FLAGS));

const ruling = () =>
  task === "undo-hand" ? { ruling: task, hand: chosen } : { ruling: task, hand: chosen, to: mark(), bonuses: bonuses() };

let asked = 0;

async function lookAhead(redraw) {
  const mine = ++asked;
  leads = null;
  redraw();
  if (!task || (task !== "undo-hand" && !winner)) return;
  const found = await look({ kind: "try_ruling", chosen: ruling(), language });
  // Something else was chosen meanwhile: its own answer comes.
  if (mine !== asked) return;
  leads = found;
  redraw();
}

async function give(chosenRuling, redraw) {
  const receipt = await act({ kind: "give_ruling", chosen: chosenRuling, language });
  if (!receipt) return;
  note(`${receipt.said.text} · ${say("receipt", { row: receipt.row })}`);
  start(null, "", redraw);
}

const handKey = (hand, redraw) => {
  const node = choice("hands", String(hand.number), () => start(hand.number, "", redraw), {
    name: `hand-${hand.number}`,
    tone: hand.number === chosen ? "chosen" : "",
    hint: [hand.totals, ...hand.notes].filter(Boolean).join(" "),
  });
  node.classList.add("hand");
  node.dataset.winner = hand.winner;
  node.dataset.mark = hand.mark;
  return node;
};

const toggle = (set, value, redraw) => {
  if (set.has(value)) set.delete(value);
  else set.add(value);
  lookAhead(redraw);
};

const winnerKey = (letter, redraw) => {
  const press = () => {
    winner = letter;
    lookAhead(redraw);
  };
  return choice(chosen, say(WINNERS[letter]), press, { name: `winner-${letter}`, tone: winner === letter ? "chosen" : "" });
};

const markKey = (code, label, redraw) =>
  choice(chosen, label, () => toggle(marks, code, redraw), { name: `mark-${code}`, tone: marks.has(code) ? "chosen" : "" });

const result = (road, redraw) =>
  html(
    "div",
    { class: "result" },
    html("p", {}, say("becomes")),
    html("div", { class: "keys" }, Object.keys(WINNERS).map((letter) => winnerKey(letter, redraw))),
    html(
      "div",
      { class: "keys" },
      Object.entries(FLAGS).map(([flag, code]) => markKey(flag, say(code), redraw)),
      road.bonuses.map(({ code, label }) => markKey(code, label, redraw)),
    ),
  );

function outcome() {
  if (!leads) return null;
  const steps = leads.refused ? html("li", { class: "refusal" }, leads.refused) : leads.steps.slice(0, 1).map((text) => html("li", {}, text));
  return html("div", { class: "leads", "data-leads": "" }, html("h3", {}, say("leads")), html("ol", {}, steps));
}

const LABELS = { "correct-hand": "correct", "undo-hand": "take-back", "insert-hand": "put-in" };

const doIt = (redraw) =>
  leads && !leads.refused
    ? control(say("give", { label: say(LABELS[task]) }), () => give(ruling(), redraw), { name: "give", tone: "yes" })
    : null;

function tasks(road, redraw) {
  if (chosen === null) return null;
  const isPast = chosen > road.hands.length;
  const one = (what, label) => choice(chosen, label, () => start(chosen, what, redraw), { name: what, tone: task === what ? "chosen" : "" });
  return html(
    "section",
    { class: "panel task" },
    html("h3", {}, say("hand", { hand: chosen })),
    html(
      "div",
      { class: "keys" },
      isPast ? null : [one("correct-hand", say("correct")), one("undo-hand", say("take-back"))],
      one("insert-hand", say(isPast ? "put-in-last" : "put-in-before")),
    ),
    task && task !== "undo-hand" ? result(road, redraw) : null,
    task ? [outcome(), doIt(redraw)] : null,
  );
}

const putBack = ({ taken }, redraw) =>
  taken
    ? control(say("put-back", taken), () => give({ ruling: "insert-hand", hand: taken.hand }, redraw), {
        name: "put-back",
        sure: `${say("put-back", taken)}?`,
      })
    : null;

export function drawHands({ road, may_rule: mayRule }, redraw) {
  if (!road) return html("p", { class: "next" }, say("no-road"));
  const end = road.hands.length + 1;
  return html(
    "article",
    { class: "hands" },
    html("h2", {}, say("shoe", road)),
    html("div", { class: "road" }, road.hands.length ? road.hands.map((hand) => handKey(hand, redraw)) : say("no-hands")),
    mayRule
      ? [html("div", { class: "keys" }, choice("hands", say("put-in-last"), () => start(end, "insert-hand", redraw), { name: "put-in-last" }), putBack(road, redraw)), tasks(road, redraw)]
      : html("p", { class: "next" }, say("look-only")),
  );
}
