// One hand on the felt: its open cards, the backs of the others, what it counts, what became of it.

import { deckBack, handCard } from "/shared/cards.js";
import { svg } from "/shared/dom.js";
import { tileLying } from "/shared/tiles.js";
import { words } from "../words/words.js";
import { pill } from "./pill.js";

const CARD = { width: 40, height: 57, step: 27 };
const BACK = { width: 34, height: 48.6, step: 22 };
const SMALL_BACK = { width: 27, height: 38.6, step: 13 };
const TINY_BACK = { width: 22, height: 31.4, step: 12 };
const TILE = { width: 24, height: 48, step: 28 };
// Open cards, the largest first; of one that another lies over, half must be seen.
const FACES = [CARD, { width: 34, height: 48.6, step: 23 }, { width: 27, height: 38.6, step: 18 }, { width: 24, height: 34.3, step: 13 }, { width: 22, height: 31.4, step: 14 }];
const SEEN = 0.5;
const SET_STEP = 0.62;
const LYING_TILE = { width: 32, height: 16, step: 34 };
const LARGE_TILE = { width: 56, height: 28, step: 59 };
const ROOM = 82;
const ROW_STEP = 0.62;
const MANY = 4;

// Shapes tell a result without colour: up, level, down.
const SIGNS = {
  natural: "M0 -7 L7 6 H-7 Z",
  win: "M0 -7 L7 6 H-7 Z",
  push: "M-7 -5 h14 v4 h-14 Z M-7 2 h14 v4 h-14 Z",
  lose: "M0 7 L7 -6 H-7 Z",
};

const sign = (result) => (SIGNS[result] ? svg("path", { class: "sign", d: SIGNS[result] }) : null);

// A row of things in the middle of its place; long rows lie closer.
function row(draw, count, size, y, room = ROOM) {
  const step = Math.min(size.step, (room - size.width) / Math.max(1, count - 1));
  const width = size.width + (count - 1) * step;
  return Array.from({ length: count }, (_, index) => {
    const drawn = draw(index);
    const box = { x: index * step - width / 2, y: y - size.height / 2, width: size.width, height: size.height };
    for (const [name, value] of Object.entries(box)) drawn.setAttribute(name, value);
    return drawn;
  });
}

const tileBack = () =>
  svg(
    "svg",
    { class: "tile-back", viewBox: "0 0 50 100" },
    svg("rect", { x: 2, y: 2, width: 46, height: 96, rx: 8 }),
    svg("rect", { class: "inner", x: 10, y: 10, width: 30, height: 80, rx: 4 }),
  );

function backSize(rows, kind) {
  if (kind === "tile") return TILE;
  return rows.length > 2 ? TINY_BACK : Math.max(...rows) > MANY ? SMALL_BACK : BACK;
}

// Hands as they are set: the front row above the one behind it.
function backs(rows, { kind, colour, room }) {
  const size = backSize(rows, kind);
  const step = size.height * (kind === "tile" ? 1.06 : ROW_STEP);
  const draw = () => (kind === "tile" ? tileBack() : deckBack(colour ?? "plain"));
  return rows.map((count, index) => row(draw, count, size, (index - (rows.length - 1) / 2) * step, room));
}

// Open hands as they are set: rows of cards, the front one above, or of tiles.
function set({ cards, tiles, rows }, room) {
  const size = openSize({ tiles, rows }, room);
  const [held, draw] = tiles.length ? [tiles, tileLying] : [cards, handCard];
  let before = 0;
  return rows.map((count, nth) => {
    const first = before;
    before += count;
    return row((index) => draw(held[first + index]), count, size, (nth - (rows.length - 1) / 2) * stepOf(size), room);
  });
}

// The first face that so many rows of a seat leave room for.
const LARGEST_OF = { 1: 0, 2: 3, 3: 2 };

// The more rows, the smaller; and as small as the longest row needs.
function openSize({ tiles, rows }, room = ROOM) {
  if (tiles.length) return room > ROOM ? LARGE_TILE : LYING_TILE;
  const most = Math.max(...rows) - 1;
  const fits = ({ width }) => room - width >= most * width * SEEN;
  return FACES.slice(room > ROOM ? rows.length - 1 : LARGEST_OF[rows.length]).find(fits) ?? FACES.at(-1);
}

const stepOf = (size) => size.height * (size.width > size.height ? 1.04 : SET_STEP);

// Open cards and what still lies face down beside them.
function faces({ cards, tiles, rows, down }, look) {
  const hidden = down.reduce((sum, count) => sum + count, 0);
  if (rows.length) return set({ cards, tiles, rows }, look.room);
  if (!cards.length) return backs(down, look);
  const draw = (index) => (index < cards.length ? handCard(cards[index]) : deckBack(look.colour ?? "plain"));
  return row(draw, cards.length + hidden, CARD, 0, look.room);
}

export const heightOf = ({ cards, tiles, rows, down }, { kind, room }) => {
  if (rows.length) {
    const size = openSize({ tiles, rows }, room);
    return size.height + (rows.length - 1) * stepOf(size);
  }
  if (cards.length) return CARD.height;
  const size = backSize(down, kind);
  return size.height * (1 + (down.length - 1) * (kind === "tile" ? 1.06 : ROW_STEP));
};

// Three rows lie too close for their names.
const MOST_NAMES = 2;
const NAME_ROOM = 70;

// One pill says it all: what the hand counts and what became of it, or how it was given up.
const GIVEN_UP = new Set(["surrendered", "rescued", "misplayed", "folded", "played"]);

function told({ count, called, ended, doubled }) {
  if (called.length) return words.called(called[0]);
  const text = GIVEN_UP.has(ended) ? words.ended[ended] : words.count(count);
  return text && doubled ? `${text} ×2` : text;
}

function total(hand, look) {
  const text = told(hand);
  if (!text || hand.called.length > MOST_NAMES) return null;
  const kind = `total ${hand.result || hand.ended || ""} ${hand.count[0] === "over" ? "over" : ""}`;
  const y = heightOf(hand, look) / 2 + (hand.called.length ? 13.6 : 15);
  const most = hand.called.length ? NAME_ROOM : (look.most ?? 85);
  // The row behind is called below it.
  const behind = hand.called.length > 1 ? pill(words.called(hand.called[1]), { y, kind, most }) : null;
  return [pill(text, { y: -y, kind, before: sign(hand.result), most }), behind];
}

export const isThere = (hand) => Boolean(hand && (hand.cards.length || hand.tiles.length || hand.down.length));

// `look` says how backs are drawn (card or tile, colour) and how much room there is.
export function handMark(hand, look) {
  if (!isThere(hand)) return null;
  return svg(
    "g",
    { class: `hand ${hand.ended ?? ""} ${hand.result ?? ""}`, "data-hand-of": hand.seat ?? look.name },
    svg("g", { class: "held" }, faces(hand, look)),
    total(hand, look),
  );
}
