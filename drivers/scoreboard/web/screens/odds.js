// The odds of a game in blocks: wagers of one price together, the others each with their list.

import { html } from "/shared/dom.js";
import { words } from "../words/words.js";

const PUSH = "push";
const SIDES = new Set(["player", "banker", "tie", "win"]);

const paid = ({ lines }) => lines.filter((line) => !line.is_push);
const pushed = ({ lines }) => lines.filter((line) => line.is_push);
const isPlain = (payout) => paid(payout).length === 1;

function line(wager, name, { outcome, pays }) {
  return html(
    "p",
    { class: "line", "data-wager": wager, "data-outcome": outcome },
    html("span", { class: "outcome" }, name),
    html("span", { class: "leader" }),
    html("b", { class: "pays" }, pays),
  );
}

const notes = (payout) =>
  pushed(payout).map(({ title }) => html("p", { class: "note" }, words.pushes(title)));

// What a side wager wins with is worth saying; that Player wins with Player is not.
const meaning = ({ outcome, title }) => (SIDES.has(outcome) ? null : html("p", { class: "note" }, title));

function plainRow(payout) {
  const [only] = paid(payout);
  return html("li", { class: "row" }, line(payout.wager, payout.title, only), meaning(only), notes(payout));
}

const plainBlock = (payouts) => html("article", { class: "block plain" }, html("ul", {}, payouts.map(plainRow)));

const listRow = (wager, each) =>
  html("li", { class: "row" }, line(wager, each.title, each));

const listBlock = (payout) =>
  html(
    "article",
    { class: "block", "data-wager": payout.wager },
    html("h2", {}, payout.title),
    html(
      "ul",
      {},
      paid(payout).map((each) => listRow(payout.wager, each)),
      notes(payout).map((note) => html("li", { class: "row" }, note)),
    ),
  );

export function blocksOf(payouts) {
  const plain = payouts.filter(isPlain);
  const lists = payouts.filter((payout) => !isPlain(payout));
  return [...(plain.length ? [plainBlock(plain)] : []), ...lists.map(listBlock)];
}

// The table says which lines the cards show; a wager with one line has that one.
export const isHit = (hits, payout, outcome) =>
  hits.some(({ wager, line }) => wager === payout.wager && (line === outcome || paid(payout).length === 1));
