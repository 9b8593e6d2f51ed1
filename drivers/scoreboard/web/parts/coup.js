// The hand in play or the last result: both sides with cards and totals.

import { html } from "/shared/dom.js";
import { card, slot } from "/shared/cards.js";
import { badge, bonusBadge, SIDES } from "./marks.js";
import { words } from "../words/words.js";

const chip = (name) => html("span", { class: "bonus-chip", "data-bonus": name }, bonusBadge(name), words.name(name));

function headline(coup) {
  if (!coup) return html("p", { class: "headline quiet" }, words.noHandYet);
  if (!coup.winner) return html("p", { class: "headline" }, words.thisHand);
  return html(
    "p",
    { class: `headline won-${coup.winner}` },
    html("span", { "data-value": "result" }, words.result(coup)),
    coup.bonuses.map(chip),
  );
}

function side(name, coup) {
  const cards = (coup?.[name] ?? []).map(card);
  while (cards.length < 2) cards.push(slot());
  const total = coup && coup[name].length ? coup[`${name}_total`] : null;
  const fate = coup?.winner ? (coup.winner === name ? "won" : "lost") : "";
  return html(
    "div",
    { class: `side ${name} ${coup?.winner === "tie" ? "won" : fate}` },
    html(
      "div",
      { class: "side-head" },
      badge(SIDES[name]),
      html("span", { class: "side-name" }, words.name(name)),
      html("span", { class: "points", "data-value": `${name}-total` }, String(total ?? "–")),
    ),
    html("div", { class: "cards" }, cards),
  );
}

export const drawCoup = (coup) => [
  headline(coup),
  html("div", { class: "sides" }, side("player", coup), side("banker", coup)),
];
