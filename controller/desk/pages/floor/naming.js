// Naming a card or dice with big keys.

import { html } from "/shared/dom.js";
import { card, suitShape } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { control } from "/kit/controls.js";
import { say } from "/kit/words.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."shcd"];
const PIPS = [1, 2, 3, 4, 5, 6];

const isCard = (offer) => offer.needs === "card";

export const isNamed = (offer, named) => (isCard(offer) ? named.length === 2 || named[0] === "Jo" : named.length === offer.count);

export function namedAs(offer, named) {
  if (!offer.needs || !isNamed(offer, named)) return {};
  return isCard(offer) ? { card: named.join("") } : { dice: named.map(Number) };
}

// Naming is not doing: it waits for nothing.
const key = (label, picture, value, press) => {
  const node = control(label, () => press(value), { name: `name-${value}`, quiet: true });
  if (picture) node.replaceChildren(picture);
  return node;
};

const rankKeys = (press) => [...RANKS, "Jo"].map((rank) => key({ T: "10", Jo: "Joker" }[rank] ?? rank, null, rank, press));
const suitKeys = (press) => SUITS.map((suit) => key(suit, suitShape(suit), suit, press));
const dieKeys = (press) => PIPS.map((value) => key(String(value), die(value), String(value), press));

function soFar(offer, named) {
  if (!isCard(offer)) return named.map((value) => die(Number(value)));
  return isNamed(offer, named) ? card(named.join("")) : html("b", {}, { T: "10" }[named[0]] ?? named[0] ?? "");
}

function keys(offer, named, press) {
  if (isNamed(offer, named)) return null;
  if (!isCard(offer)) return dieKeys(press);
  return named.length ? suitKeys(press) : rankKeys(press);
}

export const namingKeys = (offer, named, press) =>
  html(
    "div",
    { class: "naming", "data-needs": offer.needs },
    html("p", {}, say(isCard(offer) ? "which-card" : "which-dice")),
    html("div", { class: "so-far" }, soFar(offer, named), named.length ? control(say("again"), () => press("again"), { name: "name-again", quiet: true }) : null),
    html("div", { class: "name-keys" }, keys(offer, named, press)),
  );
