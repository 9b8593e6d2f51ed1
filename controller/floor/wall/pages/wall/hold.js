// A held table, ruled from here: what its own desk offers, as far as nobody must have seen a card or dice.

import { html } from "/shared/dom.js";
import { card } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { language, say } from "/kit/words.js";

let hold = null;

export const forgetHold = () => (hold = null);

async function ask(table, redraw) {
  hold = await act({ kind: "ask_hold_of", language, table });
  redraw();
}

async function rule(table, offer, redraw) {
  const done = await act({ kind: "rule_at", language, table, hold: hold.name, ruling: offer.ruling });
  if (!done) return;
  note(`${table}: ${done.line.said.text} · ${say("receipt", { row: done.line.row })}`);
  hold = null;
  redraw();
}

// Where the sentence is the card itself, its picture says it.
const MOST_SIGNS = 3;
const said = ({ text, cards, dice }) =>
  html("p", { class: "what" }, cards.map(card), dice.map(die), cards.length && text.length <= MOST_SIGNS ? "" : text);

const leads = ({ leads: to }) => (to ? [to.refused, ...to.steps, to.held ? say("held-again", { cause: to.held }) : ""].filter(Boolean).join(" · ") : "");

const offered = (table, offer, redraw) =>
  control(offer.label, () => rule(table, offer, redraw), {
    name: `rule-${offer.ruling}`,
    hint: [offer.does, leads(offer)].filter(Boolean).join(" "),
    sure: say("rule-sure", { label: offer.label, table }),
    tone: offer.ruling === "void-round" ? "danger" : "",
  });

function rulings({ table, shown }, redraw) {
  const here = shown.offers.filter(({ needs }) => !needs);
  return [
    html("div", { class: "seen-expected" }, html("h4", {}, say("seen")), said(shown.seen), html("h4", {}, say("expected")), shown.expected.map(said)),
    html("div", { class: "offers" }, here.map((offer) => offered(table, offer, redraw))),
    here.length < shown.offers.length ? html("p", { class: "elsewhere" }, say("at-the-table")) : null,
    html("p", { class: "elsewhere" }, shown.ends_by_itself ? say("by-itself") : here.length ? "" : say("no-ruling")),
  ];
}

// Asked for by a touch: what lies on a table goes nowhere before somebody has to see it.
export function drawHold(tile, redraw) {
  if (tile?.state !== "held") return null;
  const isHere = hold?.table === tile.table;
  return html(
    "section",
    { class: "panel hold", "data-hold": isHere ? hold.name : "" },
    html("h3", {}, say("rule-here")),
    isHere && hold.shown ? rulings(hold, redraw) : control(say("rule-look"), () => ask(tile.table, redraw), { name: "rule-look" }),
  );
}
