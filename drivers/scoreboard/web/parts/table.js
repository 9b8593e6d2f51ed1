// The whole table seen from above, large: seats, bank, action, wagers, and the hands that lie open.

import { card } from "/shared/cards.js";
import { deckBack } from "./dice.js";
import { svg } from "/shared/dom.js";
import { seatAngle } from "./places.js";
import { poster } from "./poster.js";
import { words } from "../words/words.js";

const CENTRE = { x: 170, y: 58 };
const REACH = { x: 152, y: 208 };
const RAIL = { x: 136, y: 190 };
const FELT = { x: 129, y: 183 };
// Where things lie between the middle of the table and a seat.
const AT = { wager: 0.8, token: 0.67, hand: 0.56, secondHand: 0.36, puckByCards: 0.81 };
const CARD = { width: 18, height: 25.7, step: 14, room: 36 };
const CROWDED = 10;
const LINE = 0.88;
const ROW = 37;

const isCrowded = (places) => places.seats > CROWDED;

function spot(seat, seats, scale = 1) {
  const angle = (seatAngle(seat, seats) * Math.PI) / 180;
  return { x: CENTRE.x + REACH.x * scale * Math.cos(angle), y: CENTRE.y + REACH.y * scale * Math.sin(angle) };
}

const at = ({ x, y }) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

// A half ellipse below a short straight piece, as the table has it.
function half(kind, { x: rx, y: ry }, lift) {
  const { x, y } = CENTRE;
  const d = `M${x - rx} ${y - lift} H${x + rx} V${y} A${rx} ${ry} 0 0 1 ${x - rx} ${y} Z`;
  return svg("path", { class: kind, d });
}

const line = (rx, ry) =>
  svg("path", { class: "print", d: `M${CENTRE.x + rx} ${CENTRE.y} A${rx} ${ry} 0 0 1 ${CENTRE.x - rx} ${CENTRE.y}` });

const ground = () => [
  half("rail", RAIL, 24),
  half("cloth", FELT, 18),
  line(FELT.x * LINE, FELT.y * LINE),
];

const dealer = () =>
  svg(
    "g",
    { class: "house" },
    svg("rect", { x: CENTRE.x - 50, y: 4, width: 100, height: 22, rx: 11 }),
    svg("text", { x: CENTRE.x, y: 19 }, words.houseDealer),
  );

const CROWN = "M-9 6 v-13 l5 6 l4 -9 l4 9 l5 -6 v13 Z";
const crown = (place, scale = 1) =>
  svg("path", { class: "crown", d: CROWN, transform: `${at(place)} scale(${scale})` });

// Before the bank's seat no wager lies: its crown takes that place.
const bankCrown = ({ bank, seats }) => spot(bank, seats, AT.wager);

function puck(places, open) {
  const { seats, button, bank } = places;
  const near = open ? AT.puckByCards : AT.token;
  const place = spot(button, seats, near - (bank === button ? 0.02 : 0));
  const scale = isCrowded(places) ? 0.75 : 1;
  return svg(
    "g",
    { class: "puck", transform: `${at(place)} scale(${scale})` },
    svg("circle", { r: 12 }),
    svg("path", { d: "M-7 -6 L9.5 0 L-7 6 L-3 0 Z", transform: `rotate(${seatAngle(button, seats)})` }),
  );
}

const hasFlag = ({ first_hand: first, button }) => Boolean(first) && first !== button;

function flag(places) {
  const place = spot(places.first_hand, places.seats, AT.token);
  return svg(
    "g",
    { class: "flag", transform: at(place), "data-first": places.first_hand },
    svg("circle", { r: 9 }),
    svg("text", { y: 4.6 }, "1"),
  );
}

function wager(seat, places) {
  const placed = places.wagers?.includes(seat);
  const size = isCrowded(places) ? 5 : 7;
  const transform = at(spot(seat, places.seats, AT.wager));
  return svg(
    "g",
    { class: placed ? "wager placed" : "wager", transform, "data-wager": placed ? seat : null },
    svg("circle", { r: size }),
    placed ? svg("circle", { class: "rim", r: size * 0.62 }) : null,
  );
}

function chair(seat, places) {
  const roles = ["bank", "button", "offered"].filter((role) => places[role] === seat);
  const radius = isCrowded(places) ? 12 : 16;
  const place = spot(seat, places.seats);
  return svg(
    "g",
    { class: `seat ${roles.join(" ")}`, transform: at(place), "data-seat": seat, "data-roles": roles.join(" ") },
    svg("circle", { r: radius }),
    svg("text", { y: radius * 0.42, "font-size": radius * 1.2 }, String(seat)),
  );
}

// Cards of a long hand lie closer.
function placedCard(code, index, count) {
  const step = Math.min(CARD.step, CARD.room / Math.max(1, count - 1));
  const width = CARD.width + (count - 1) * step;
  const drawn = card(code);
  const box = { x: index * step - width / 2, y: -CARD.height / 2, width: CARD.width, height: CARD.height };
  for (const [name, value] of Object.entries(box)) drawn.setAttribute(name, value);
  return drawn;
}

const noteOf = ({ doubled, ended }) => [doubled ? "×2" : "", words.ended[ended] ?? ""].filter(Boolean).join(" ");

function note(text) {
  const width = [...text].reduce((sum, letter) => sum + (letter > "ÿ" ? 8.6 : 4.6), 6);
  return svg(
    "g",
    { class: "hand-note", transform: `translate(0 ${-CARD.height / 2 - 2})` },
    svg("rect", { x: -width / 2, y: -5, width, height: 10, rx: 5 }),
    svg("text", { y: 2.9 }, text),
  );
}

function hand(one, place, scale) {
  const text = noteOf(one);
  return svg(
    "g",
    { class: `hand ${one.ended ?? ""}`, transform: `${at(place)} scale(${scale})`, "data-hand-of": one.seat },
    one.cards.map((code, index) => placedCard(code, index, one.cards.length)),
    text ? note(text) : null,
  );
}

// A split hand lies behind the first one, towards the dealer.
function hands(shown, places) {
  const met = new Map();
  return shown.map((one) => {
    const before = met.get(one.seat) ?? 0;
    met.set(one.seat, before + 1);
    const place = spot(one.seat, places.seats, before ? AT.secondHand : AT.hand);
    return hand(one, place, isCrowded(places) ? 0.75 : 1);
  });
}

const bankCards = (cards) =>
  cards.length
    ? svg(
      "g",
      { class: "bank-hand" },
      svg("text", { class: "bank-hand-name", x: CENTRE.x, y: 55 }, words.bank),
      hand({ seat: "bank", cards, ended: "" }, { x: CENTRE.x, y: 80 }, 1.4),
    )
    : null;

function deck(colour) {
  const drawn = deckBack(colour);
  const box = { x: CENTRE.x - 88, y: 42, width: 18, height: 26 };
  for (const [name, value] of Object.entries(box)) drawn.setAttribute(name, value);
  return drawn;
}

// What is printed on the cloth, as far as nothing lies on it.
const print = () =>
  svg("text", { class: "cloth-name", x: CENTRE.x, y: CENTRE.y + 70 }, poster.room_name ?? "");

function row(y, token, name, text, value) {
  return svg(
    "g",
    { class: "legend", transform: `translate(${CENTRE.x - 56} ${y})` },
    token,
    svg("text", { class: "legend-name", x: 24, y: -3 }, name),
    svg("text", { class: "legend-text", x: 24, y: 14, "data-value": value }, text),
  );
}

const token = (kind, ...content) => svg("g", { class: kind, transform: "translate(6 3)" }, content);

function legend(places) {
  const { bank, turn, offered, button, first_hand: first } = places;
  const rows = [];
  const crowned = () => crown({ x: 6, y: 5 });
  if (bank) rows.push([crowned(), turn ? `${words.bank}, ${words.turn(turn)}` : words.bank, words.seat(bank), "bank"]);
  else if (offered) rows.push([crowned(), words.offered, words.seat(offered), "offered"]);
  if (button) {
    const arrow = svg("path", { d: "M-6 -5 L8 0 L-6 5 L-2.5 0 Z" });
    rows.push([token("puck", svg("circle", { r: 10 }), arrow), words.action, words.seat(button), "button"]);
  }
  if (hasFlag(places)) {
    const one = [svg("circle", { r: 9 }), svg("text", { y: 4.6 }, "1")];
    rows.push([token("flag", ...one), words.firstHand, words.seat(first), "first-hand"]);
  }
  const top = CENTRE.y + (rows.length > 2 ? 12 : 40);
  return rows.map((each, index) => row(top + index * ROW, ...each));
}

// What of a view the table shows.
export const tableOf = ({ places, lying, deck_colour: colour }) => ({
  places,
  hands: lying.hands.filter(({ cards }) => cards.length),
  bank_cards: lying.bank?.cards ?? [],
  deck_colour: colour,
});

// `places` with the hands at the seats, the bank's open cards and the deck.
export function drawTable({ places, hands: shown, bank_cards: banked, deck_colour: colour }) {
  const seats = Array.from({ length: places.seats }, (_, index) => index + 1);
  const open = shown.length > 0 || banked.length > 0;
  const known = places.bank || places.button || places.offered;
  return svg(
    "svg",
    { class: "big-table", viewBox: "0 0 340 288" },
    ground(),
    dealer(),
    colour ? deck(colour) : null,
    open || known ? null : print(),
    seats.filter((seat) => seat !== places.bank).map((seat) => wager(seat, places)),
    seats.map((seat) => chair(seat, places)),
    open ? [bankCards(banked), hands(shown, places)] : legend(places),
    places.bank ? crown(bankCrown(places), isCrowded(places) ? 0.8 : 1) : null,
    places.button ? puck(places, open) : null,
    hasFlag(places) && !open ? flag(places) : null,
  );
}
