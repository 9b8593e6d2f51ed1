// The table as the house dealer sees it: seats where they are, the bank, the button, wagers and cards.

import { svg } from "/shared/dom.js";
import { say } from "/kit/words.js";
import { fingers } from "./keys.js";

const WIDE = 1000;
const HIGH = 800;
const CENTRE = { x: 500, y: 640 };
const REACH = { x: 405, y: 520 };
// Seat 1 is at the house dealer's left hand; numbers rise clockwise, round to the right hand.
const FIRST = Math.PI * 1.02;
const LAST = Math.PI * 1.98;

function placeOf(seat, seats) {
  const angle = FIRST + ((LAST - FIRST) * (seat - 1)) / Math.max(1, seats - 1);
  return { x: CENTRE.x + REACH.x * Math.cos(angle), y: CENTRE.y + REACH.y * Math.sin(angle) };
}

const text = (x, y, className, content) => svg("text", { x, y, class: className }, content);

// A tag under the number: what the seat has, the shortest first.
function lines({ wagers, cards, down, said }) {
  const held = cards.flat().join(" ");
  const backs = down ? "▮".repeat(Math.min(down, 7)) : "";
  return [...wagers.slice(0, 2), held || backs, said].filter(Boolean).slice(0, 3);
}

function seatShape(seat, { x, y }, radius) {
  const node = svg(
    "g",
    {
      class: "seat",
      transform: `translate(${x} ${y})`,
      "data-seat": seat.seat,
      "data-bank": seat.is_bank || null,
      "data-wager": seat.has_wager || null,
      "data-due": seat.is_due || null,
    },
    svg("circle", { r: radius }),
    text(0, seat.is_bank ? 6 : 24, "number", String(seat.seat)),
    seat.is_bank ? text(0, 44, "word", say("bank")) : null,
    seat.has_button ? svg("circle", { class: "button", cx: radius * 0.78, cy: -radius * 0.78, r: radius * 0.42 }) : null,
    seat.has_button ? text(radius * 0.78, -radius * 0.78 + 13, "button-word", "A") : null,
  );
  lines(seat).forEach((line, nth) => node.append(text(0, radius + 30 + nth * 32, "held", line)));
  return node;
}

// `touch(seat)` and `hold(seat)` say what a finger on a seat does, or nothing where it does nothing.
export function tableShape({ seats, standing, hands, dice, walked }, { touch, hold }) {
  const radius = Math.min(88, 640 / seats.length);
  const shapes = seats.map((seat) => {
    const node = seatShape(seat, placeOf(seat.seat, seats.length), radius);
    node.toggleAttribute("data-walked", walked === seat.seat);
    return fingers(node, touch(seat), hold(seat));
  });
  const told = [...standing, ...hands.map(([name, cards]) => `${name} ${cards.join(" ")}`), dice.length ? `⚄ ${dice.join(" ")}` : ""];
  return svg(
    "svg",
    { class: "table", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "xMidYMid meet" },
    svg("path", { class: "felt", d: `M95 690 L95 640 A405 520 0 0 1 905 640 L905 690 Z` }),
    told.filter(Boolean).map((line, nth) => text(CENTRE.x, 370 + nth * 56, nth ? "told" : "told first", line)),
    shapes,
  );
}
