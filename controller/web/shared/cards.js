// Playing cards, drawn: a large rank above a large suit; and their backs.

import { svg } from "./dom.js";

const RED = new Set(["d", "h"]);
const RANKS = { T: "10" };

// Each suit in a box of 100 by 100.
const SUITS = {
  h: "M50 90 C20 65 6 48 6 30 C6 14 18 6 29 6 C39 6 46 12 50 20 C54 12 61 6 71 6 C82 6 94 14 94 30 C94 48 80 65 50 90 Z",
  d: "M50 4 C60 22 72 38 86 50 C72 62 60 78 50 96 C40 78 28 62 14 50 C28 38 40 22 50 4 Z",
  s: "M50 5 C58 24 94 40 94 62 C94 76 84 82 74 82 C66 82 59 78 55 71 C56 82 60 90 66 95 L34 95 C40 90 44 82 45 71 C41 78 34 82 26 82 C16 82 6 76 6 62 C6 40 42 24 50 5 Z",
  c: "M50 5 C62 5 71 14 71 26 C71 32 69 37 65 41 C68 39 72 38 76 38 C88 38 97 47 97 59 C97 71 88 79 76 79 C67 79 59 74 55 67 C56 80 60 89 66 95 L34 95 C40 89 44 80 45 67 C41 74 33 79 24 79 C12 79 3 71 3 59 C3 47 12 38 24 38 C28 38 32 39 35 41 C31 37 29 32 29 26 C29 14 38 5 50 5 Z",
};

const frame = (content, kind) =>
  svg(
    "svg",
    { class: `card ${kind}`, viewBox: "0 0 70 100" },
    svg("rect", { class: "face", x: 1.5, y: 1.5, width: 67, height: 97, rx: 8 }),
    content,
  );

const joker = () => svg("text", { class: "rank word", x: 35, y: 58 }, "Joker");

const middle = (rank, suit) => [
  svg("text", { class: "rank", x: 35, y: 46 }, RANKS[rank] ?? rank),
  svg("path", { class: "suit", d: SUITS[suit], transform: "translate(17.5 54) scale(0.35)" }),
];

// At the left edge, where a card that lies over this one leaves it to be seen.
const corner = (rank, suit) => [
  svg("text", { class: "rank corner", x: rank === "T" ? 4 : 6, y: 38, textLength: rank === "T" ? 33 : null, lengthAdjust: "spacingAndGlyphs" }, RANKS[rank] ?? rank),
  svg("path", { class: "suit", d: SUITS[suit], transform: "translate(5 45) scale(0.27)" }),
  svg("path", { class: "suit", d: SUITS[suit], transform: "translate(32 60) scale(0.33)" }),
];

function drawn(code, face) {
  if (code === "Jo") return frame([joker()], "joker");
  const [rank, suit] = code;
  const made = frame(face(rank, suit), RED.has(suit) ? "red" : "black");
  made.setAttribute("data-card", code);
  return made;
}

export const card = (code) => drawn(code, middle);

// A card over which the next one of its hand may lie.
export const handCard = (code) => drawn(code, corner);

// A card of which only the rank is known.
export const rankCard = (rank) =>
  frame([svg("text", { class: rank === "T" ? "rank" : "rank alone", x: 35, y: rank === "T" ? 66 : 70 }, RANKS[rank] ?? rank)], "black");

// A suit by itself, for keys.
export function suitShape(suit) {
  const kind = RED.has(suit) ? "red" : "black";
  return svg("svg", { class: `suit-shape ${kind}`, viewBox: "0 0 100 100" }, svg("path", { d: SUITS[suit] }));
}

export const slot = () => frame([], "slot");

export const deckBack = (colour) =>
  svg(
    "svg",
    { class: `deck-back colour-${colour}`, viewBox: "0 0 70 100" },
    svg("rect", { class: "edge", x: 1.5, y: 1.5, width: 67, height: 97, rx: 8 }),
    svg("rect", { class: "back", x: 7, y: 7, width: 56, height: 86, rx: 5 }),
    svg("path", { class: "weave", d: "M7 50 L35 7 L63 50 L35 93 Z M21 50 L35 28.5 L49 50 L35 71.5 Z" }),
  );
