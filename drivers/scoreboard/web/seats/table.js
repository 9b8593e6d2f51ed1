// The whole table seen from above, large: seats, bank, action, the hands and the cards in the middle.

import { svg } from "/shared/dom.js";
import { words } from "../words/words.js";
import { chair, crown, labels } from "./chair.js";
import { handMark, heightOf, isThere } from "./hand.js";
import { pill, squeezed } from "./pill.js";
import { at, BANK_HAND, bankAt, COMMON, FELT, handAt, handScale, HEIGHT, scaleFor, WIDTH } from "./places.js";

const RAIL = 15;
const BANK_SCALE = 1.2;
const BANK_ROOM = 124;
const BESIDE = 119;
const EDGE = 8;
const TURN_ROOM = 74;
const PILL_STEP = 36;

function half(kind, grow) {
  const { centre, x, y } = FELT;
  const [rx, ry] = [x + grow, y + grow];
  const d = `M${centre.x - rx} ${-grow} H${centre.x + rx} V${centre.y} A${rx} ${ry} 0 0 1 ${centre.x - rx} ${centre.y} Z`;
  return svg("path", { class: kind, d });
}

const arc = (share) => {
  const { centre, x, y } = FELT;
  const [rx, ry] = [x * share, y * share];
  return svg("path", { class: "print", d: `M${centre.x + rx} ${centre.y} A${rx} ${ry} 0 0 1 ${centre.x - rx} ${centre.y}` });
};

const ground = () => [half("rail", RAIL), half("cloth", 0), arc(0.47)];

// The bank is told once: where it sits. No wager lies there, so its hand's place is free for it.
function bank({ bank: seat, offered, turn, seats }, scale) {
  const place = seat ?? offered;
  if (!place) return null;
  return svg(
    "g",
    { class: seat ? "bank-place" : "bank-place offered", transform: at(bankAt(place, seats), scale), "data-bank": place },
    crown({ x: 0, y: -36 }, 1.15),
    svg("text", { class: "bank-word", y: -1, "data-value": seat ? "bank" : "offered" }, seat ? words.bank : words.offered),
    seat && turn ? svg("text", { class: "bank-turn", y: 22, ...squeezed(words.turn(turn), 21, TURN_ROOM) }, words.turn(turn)) : null,
  );
}

function hands(lying, places, look, scale) {
  return lying.hands.map((one, index) => {
    const own = lying.hands.filter(({ seat }) => seat === one.seat).length;
    const before = lying.hands.slice(0, index).filter(({ seat }) => seat === one.seat).length;
    const size = scale * handScale(own);
    const drawn = handMark(one, look);
    return drawn && svg("g", { transform: at(handAt(one.seat, places.seats, before, size), size) }, drawn);
  });
}

// As low as its height needs, and named on the side where the bank itself does not sit.
function bankHand(hand, look, { bank, seats }) {
  if (!isThere(hand)) return null;
  const { count, called, ...held } = hand;
  const texts = called.length ? called.map(words.called) : [words.count(count)].filter(Boolean);
  const own = { ...look, name: "bank", room: BANK_ROOM };
  const y = Math.max(BANK_HAND.y, (heightOf(held, own) * BANK_SCALE) / 2 + EDGE);
  const x = bank && bankAt(bank, seats).x < BANK_HAND.x ? BESIDE : -BESIDE;
  return svg(
    "g",
    { class: "bank-hand", transform: at({ ...BANK_HAND, y }) },
    svg("text", { class: "bank-hand-name", x, y: texts.length ? -12 : 8 }, words.bank),
    texts.map((text, nth) => pill(text, { x, y: 17 + nth * PILL_STEP, size: 25, kind: "total bank-total", most: 88 })),
    svg("g", { transform: `scale(${BANK_SCALE})` }, handMark({ ...held, count: [], called: [] }, own)),
  );
}

const common = (hand, look) =>
  isThere(hand)
    ? svg("g", { class: "common", transform: at(COMMON, 1.2) }, handMark(hand, { ...look, name: "common", room: 210, most: 200 }))
    : null;

export const tableOf = ({ places, lying, deck_colour: colour }) => ({ places, lying, colour });

export function drawTable({ places, lying, colour }, { backs }) {
  const seats = Array.from({ length: places.seats }, (_, index) => index + 1);
  const scale = scaleFor(places.seats);
  const look = { kind: backs, colour };
  return svg(
    "svg",
    { class: "big-table", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    ground(),
    bank(places, scale),
    common(lying.community, look),
    hands(lying, places, look, scale),
    bankHand(lying.bank, look, places),
    seats.map((seat) => chair(seat, places, scale)),
    labels(places, scale),
  );
}
