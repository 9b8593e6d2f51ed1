// How often each outcome came in this shoe, with the last shoe below.

import { html } from "./dom.js";
import { badge, SIDES } from "./marks.js";
import { words } from "../words/en.js";

const share = (tally) => `${tally.count} · ${words.percent(tally.percent)}`;

const before = (...content) => html("p", { class: "before" }, content);

const cardsLeft = (shoe) =>
  shoe.cut_card_out
    ? html("span", { class: "note cut" }, words.cutCard)
    : html("span", { class: "note", "data-value": "cards-left" }, words.cardsLeft(shoe.cards_left));

function tile(tally, last) {
  const main = tally.name in SIDES;
  return html(
    "div",
    { class: `panel tile ${main ? "main" : "bonus"} of-${tally.name}`, "data-tally": tally.name },
    html("h3", {}, main ? badge(SIDES[tally.name]) : null, words.name(tally.name)),
    html(
      "p",
      { class: "figures" },
      html("b", { class: "count" }, String(tally.count)),
      html("span", { class: "percent" }, words.percent(tally.percent)),
    ),
    last ? before(html("b", {}, share(last))) : before(),
  );
}

const lastHands = ({ hands }) => `${hands} ${words.hands(hands)}`;

function shoeTile(shoe, previous) {
  return html(
    "div",
    { class: "panel tile shoe" },
    html("h3", {}, words.shoe(shoe.number), cardsLeft(shoe)),
    html(
      "p",
      { class: "figures" },
      html("b", { class: "count", "data-value": "hands" }, String(shoe.figures.hands)),
      html("span", { class: "unit" }, words.hands(shoe.figures.hands)),
    ),
    previous ? before(words.lastShoe, html("b", {}, lastHands(previous))) : before(),
  );
}

export function drawTallies({ shoe, previous }) {
  if (!shoe) return [];
  const last = new Map(previous?.tallies.map((tally) => [tally.name, tally]));
  const draw = (tally) => tile(tally, last.get(tally.name));
  const main = shoe.figures.tallies.filter((tally) => tally.name in SIDES);
  const bonus = shoe.figures.tallies.filter((tally) => !(tally.name in SIDES));
  const many = bonus.length > 3 ? "many" : "";
  return [
    html("div", { class: `tally-row ${many}` }, shoeTile(shoe, previous), main.map(draw)),
    html("div", { class: `tally-row ${many}` }, bonus.map(draw)),
  ];
}
