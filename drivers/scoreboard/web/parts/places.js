// The table seen from above: house dealer at the top, seat 1 at the dealer's left hand, clockwise.

import { svg } from "/shared/dom.js";
import { squeezed } from "../seats/pill.js";
import { words } from "../words/words.js";

const CENTRE = { x: 110, y: 34 };
const REACH = { x: 94, y: 88 };
const FELT = { x: 78, y: 72 };
const FIRST_ANGLE = 6;
const SWEEP = 168;
const TOKEN_REACH = 0.73;
const CROWDED = 10;
const SECOND_REACH = 0.58;

// Angles run clockwise from the right-hand side of the screen, which is the dealer's left.
export function seatAngle(seat, seats) {
  return seats === 1 ? 90 : FIRST_ANGLE + ((seat - 1) * SWEEP) / (seats - 1);
}

function spot(seat, seats, scale = 1) {
  const angle = (seatAngle(seat, seats) * Math.PI) / 180;
  return {
    x: CENTRE.x + REACH.x * scale * Math.cos(angle),
    y: CENTRE.y + REACH.y * scale * Math.sin(angle),
  };
}

function felt() {
  const { x, y } = CENTRE;
  const top = y - 12;
  const d = `M${x - FELT.x} ${top} H${x + FELT.x} V${y} A${FELT.x} ${FELT.y} 0 0 1 ${x - FELT.x} ${y} Z`;
  return svg("path", { class: "felt", d });
}

const dealer = () => svg("rect", { class: "dealer", x: CENTRE.x - 34, y: 5, width: 68, height: 9, rx: 4.5 });

function seatMark(seat, places) {
  const { x, y } = spot(seat, places.seats);
  const roles = ["bank", "button", "offered"].filter((role) => places[role] === seat);
  const radius = places.seats > CROWDED ? 8.6 : 10.5;
  return svg(
    "g",
    { class: `seat ${roles.join(" ")}`, transform: `translate(${x} ${y})`, "data-seat": seat, "data-roles": roles.join(" ") },
    svg("circle", { r: radius }),
    svg("text", { y: radius * 0.42, "font-size": radius * 1.2 }, String(seat)),
  );
}

const bankToken = (x, y) => svg("path", { class: "token bank-token", d: `M${x - 6} ${y + 4} v-9 l3.4 4 l2.6 -5.6 l2.6 5.6 l3.4 -4 v9 Z` });
const buttonToken = (x, y) => svg("path", { class: "token button-token", d: `M${x - 5.5} ${y - 5} L${x + 6.5} ${y} L${x - 5.5} ${y + 5} Z` });

// Tokens lie on the felt before their seat, one behind the other if it is the same seat.
function tokens(places) {
  const { seats, bank, button } = places;
  const size = seats > CROWDED ? 0.8 : 1;
  const drawn = [];
  if (bank) {
    const { x, y } = spot(bank, seats, TOKEN_REACH);
    drawn.push(svg("g", { transform: `translate(${x} ${y}) scale(${size})` }, bankToken(0, 0)));
  }
  if (button) {
    const { x, y } = spot(button, seats, bank === button ? SECOND_REACH : TOKEN_REACH);
    const transform = `translate(${x} ${y}) rotate(${seatAngle(button, seats)}) scale(${size})`;
    drawn.push(svg("g", { transform }, buttonToken(0, 0)));
  }
  return drawn;
}

const ROW = 27;
const NAME_ROOM = 52;

// A token, its name and its seat on one line, large enough for a player across the table.
function legendRow(y, token, name, seat, more, value) {
  return svg(
    "g",
    { class: "legend" },
    token(CENTRE.x - 55, y - 5),
    svg("text", { class: "legend-name", x: CENTRE.x - 44, y, ...squeezed(name, 16.5, NAME_ROOM) }, name),
    svg("text", { class: "legend-text", x: CENTRE.x + 14, y, "data-value": value, "data-seat-of": value }, String(seat)),
    more ? svg("text", { class: "legend-more", x: CENTRE.x + 38, y }, more) : null,
  );
}

function legend({ bank, turn, offered, button }) {
  const rows = [];
  if (bank) rows.push([bankToken, words.bank, bank, turn ? `${turn}/2` : "", "bank"]);
  else if (offered) rows.push([bankToken, words.offered, offered, "", "offered"]);
  if (button) rows.push([buttonToken, words.action, button, "", "button"]);
  const top = rows.length > 1 ? 50 : 62;
  return rows.map((row, index) => legendRow(top + index * ROW, ...row));
}

export function drawPlaces(places) {
  const seats = Array.from({ length: places.seats }, (_, index) => seatMark(index + 1, places));
  return svg("svg", { class: "table", viewBox: "0 0 220 136" }, felt(), dealer(), seats, tokens(places), legend(places));
}
