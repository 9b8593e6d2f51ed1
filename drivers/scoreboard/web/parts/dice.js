// Dice and deck, for the games without a shoe.

import { die } from "/shared/dice.js";
import { html, svg } from "/shared/dom.js";
import { words } from "../words/words.js";

export const deckBack = (colour) =>
  svg(
    "svg",
    { class: `deck-back colour-${colour}`, viewBox: "0 0 70 100" },
    svg("rect", { class: "edge", x: 1.5, y: 1.5, width: 67, height: 97, rx: 8 }),
    svg("rect", { class: "back", x: 7, y: 7, width: 56, height: 86, rx: 5 }),
    svg("path", { class: "weave", d: "M7 50 L35 7 L63 50 L35 93 Z M21 50 L35 28.5 L49 50 L35 71.5 Z" }),
  );

function diceBlock(dice) {
  if (!dice.length) return null;
  const sum = dice.reduce((total, value) => total + value, 0);
  return html(
    "div",
    { class: "dice-block" },
    html("h2", {}, words.dice),
    html(
      "div",
      { class: "dice" },
      dice.map(die),
      html("p", { class: "sum" }, words.total, html("b", { "data-value": "dice-total" }, String(sum))),
    ),
  );
}

function deckBlock(colour) {
  if (!colour) return null;
  return html(
    "div",
    { class: "deck-block" },
    deckBack(colour),
    html("p", { class: "deck-name", "data-value": "deck" }, words.deckOf(colour)),
  );
}

function seatBlock(name, seat, note = "", value = "") {
  return html(
    "div",
    { class: `seat-block ${value}` },
    html("h2", {}, name),
    html("p", { "data-value": value, class: seat ? "" : "unknown" }, seat ? words.seat(seat) : "–"),
    note ? html("small", {}, note) : null,
  );
}

const firstNote = ({ first_hand: first, button }) =>
  first && first !== button ? `${words.firstHand}: ${words.seat(first)}` : "";

export const drawDice = ({ dice, deck_colour: colour, places }) => [
  diceBlock(dice),
  deckBlock(colour),
  html(
    "div",
    { class: "seat-blocks" },
    seatBlock(words.action, places.button, firstNote(places), "big-button"),
    seatBlock(words.bank, places.bank, places.bank && places.turn ? words.turn(places.turn) : "", "big-bank"),
  ),
];
