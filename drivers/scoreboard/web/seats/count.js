// What places the action: dice or a card, what they make, and the seat the count leads to.

import { slot, rankCard } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { html } from "/shared/dom.js";
import { words } from "../words/words.js";

const sum = (dice) => dice.reduce((total, value) => total + value, 0);

const seatLine = (name, seat, value, kind = "") =>
  html(
    "p",
    { class: `leads-to ${kind} ${seat ? "" : "unknown"}` },
    html("span", {}, name),
    html("b", { "data-value": value }, seat ? words.seat(seat) : "–"),
  );

function whoIsFirst({ has_button: used, button, first_hand: first }) {
  if (!used) return null;
  return [
    seatLine(words.action, button, "button"),
    first && first !== button ? seatLine(words.firstHand, first, "first-hand", "lesser") : null,
  ];
}

const shown = (what, points, value) =>
  html(
    "div",
    { class: "thrown" },
    what,
    points ? html("b", { class: "points", "data-value": value }, `= ${points}`) : null,
  );

// Empty dice wait for the throw.
export const diceBlock = (many) => ({ dice, places }) => [
  html("h2", {}, words.dice),
  html("div", { class: "dice" }, (dice.length ? dice : Array.from({ length: many }, () => 0)).map(die)),
  html("b", { class: "points", "data-value": "dice-total" }, dice.length ? String(sum(dice)) : ""),
  html("div", { class: "leads" }, whoIsFirst(places)),
];

// A card that shows its number needs no second one beside it.
const isFace = (count) => Boolean(count?.rank) && !/[2-9T]/.test(count.rank);

export const cardBlock = ({ count, places }) => [
  html("h2", {}, words.actionCard),
  shown(count?.rank ? rankCard(count.rank) : slot(), isFace(count) ? count.points : null, "count"),
  html("div", { class: "leads" }, whoIsFirst(places)),
];

export const buttonBlock = ({ places }) => [html("div", { class: "leads" }, whoIsFirst(places))];

// Betting windows one after the other; the open one is lit, those gone by are ticked.
export function windowsBlock({ lying, state }) {
  const { windows, window: open } = lying;
  const last = state === "paying";
  const names = [...windows, "showdown"];
  const now = last ? names.length - 1 : names.indexOf(open);
  return [
    html(
      "ol",
      { class: "windows" },
      names.map((name, index) =>
        html("li", { class: index === now ? "now" : "", "data-window": name }, words.window(name))),
    ),
  ];
}
