// Keypads: several touches that make one event, a card of its rank and suit, or the dice.

import { suitShape } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { html } from "/shared/dom.js";
import { say } from "/kit/words.js";
import { key } from "./keys.js";
import { keyIn } from "./sending.js";

const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const PIPS = [1, 2, 3, 4, 5, 6];
const RANK_OF_PIPS = ["A", "2", "3", "4", "5", "6"];

const shown = (rank) => (rank === "T" ? "10" : rank);

// A rank waits for its suit; another rank takes its place.
let rank = "";
let dice = [];
let place = null;

const tell = (pad, event, text = "") => keyIn([...pad.first, { device: pad.device, event }], text);

function cardDone(pad, suit) {
  if (!rank) return;
  tell(pad, { kind: "card_drawn", card: rank + suit }, shown(rank) + SIGNS[suit]);
  rankDone("");
}

// The keys stay where they are: only their marks change.
function rankDone(chosen) {
  rank = chosen;
  place.dataset.rank = rank;
  for (const node of place.querySelectorAll("[data-key^=rank-]")) {
    node.setAttribute("aria-pressed", String(node.dataset.key === `rank-${rank}`));
  }
}

function dieDone(pad, pips) {
  dice = [...dice, pips];
  if (dice.length === pad.count) {
    tell(pad, { kind: "dice_read", dice }, dice.join(" "));
    dice = [];
  }
  place.querySelector(".thrown").replaceChildren(...dice.map(die));
}

const rankKeys = ({ ranks }, press, isOn = () => false) =>
  [...ranks].map((each) => key(shown(each), () => press(each), { name: `rank-${each}`, isOn: isOn(each) }));

const suitKeys = (press) =>
  Object.entries(SUITS).map(([suit, name]) => key(suitShape(suit), () => press(suit), { name: `suit-${name}`, tone: "suit" }));

const jokerKey = (pad, press) => (pad.has_joker ? [key(say("joker"), press, { name: "rank-joker" })] : []);

const dieKeys = (press) => PIPS.map((pips) => key(die(pips), () => press(pips), { name: `die-${pips}`, tone: "die" }));

const DRAWN = {
  card: (pad) => [
    ...rankKeys(pad, rankDone, (each) => each === rank),
    ...jokerKey(pad, () => tell(pad, { kind: "card_drawn", card: "Jo" }, say("joker"))),
    ...suitKeys((suit) => cardDone(pad, suit)),
  ],
  rank: (pad) => [
    ...rankKeys(pad, (each) => tell(pad, { kind: "card_turned", rank: each }, shown(each))),
    ...jokerKey(pad, () => tell(pad, { kind: "card_turned", rank: "Jo" })),
  ],
  dice: (pad) => [
    html("p", { class: "thrown", "data-part": "thrown" }, dice.map(die)),
    ...dieKeys((pips) => dieDone(pad, pips)),
  ],
  "name-card": (pad) => [
    ...rankKeys(pad, (each) => tell(pad, { kind: "card_turned", rank: each }), (each) => pad.named.includes(each)),
    ...jokerKey(pad, () => tell(pad, { kind: "card_turned", rank: "Jo" })),
    ...suitKeys((suit) => tell(pad, { kind: "key_pressed", key: `suit-${SUITS[suit]}`, is_long: false })),
  ],
  "name-dice": (pad) => [
    html("p", { class: "thrown" }, pad.named.map((pips) => die(Number(pips)))),
    ...dieKeys((pips) => tell(pad, { kind: "card_turned", rank: RANK_OF_PIPS[pips - 1] })),
  ],
};

function draw(pad) {
  place.dataset.pad = pad.kind;
  place.dataset.rank = rank;
  place.replaceChildren(...DRAWN[pad.kind](pad));
}

let before = "";

// Keys that stay keep their nodes: a dealer taps card after card without waiting for them to settle.
export function drawKeypad(node, pad) {
  place = node;
  node.hidden = !pad;
  if (!pad) {
    rank = "";
    dice = [];
    before = "";
    return;
  }
  const now = JSON.stringify(pad);
  if (now === before) return;
  before = now;
  draw(pad);
}
