// A seat at the rail: its number, whether it bets, and whether it has the bank or the action.

import { svg } from "/shared/dom.js";
import { words } from "../words/words.js";
import { at, chairAt, HEIGHT, WIDTH } from "./places.js";
import { pill, widthOf } from "./pill.js";

const RADIUS = 21;
const LABEL = 21;
const CROWN = "M-13 9 v-19 l7.5 9 l5.5 -13 l5.5 13 l7.5 -9 v19 Z";

const rolesOf = (seat, places) => ["bank", "button", "offered", "acting"].filter((role) => places[role] === seat);

export const crown = (place, scale = 1) => svg("path", { class: "crown", d: CROWN, transform: at(place, scale) });

export function chair(seat, places, scale) {
  const roles = rolesOf(seat, places);
  const bets = places.wagers.includes(seat);
  return svg(
    "g",
    {
      class: `seat ${roles.join(" ")} ${bets ? "bets" : ""}`,
      transform: at(chairAt(seat, places.seats), scale),
      "data-seat": seat,
      "data-roles": roles.join(" "),
      "data-wager": bets ? seat : null,
    },
    svg("circle", { r: RADIUS }),
    bets ? svg("circle", { class: "chips", r: RADIUS + 3.5 }) : null,
    svg("text", { y: 8.6, "font-size": 25 }, String(seat)),
  );
}

const OUTWARD = 80;
// Where the edge keeps it beside that hand, it stands lower.
const LOWER = 16;

// The label stands below its chair, a little away from the hand before it, within the picture.
function labelAt(seat, seats, text, scale) {
  const chair = chairAt(seat, seats);
  const x = chair.x + ((chair.x - WIDTH / 2) / WIDTH) * OUTWARD;
  const { y } = chair;
  const half = (widthOf(text, LABEL) / 2 + LABEL * 0.5) * scale;
  const below = y + (RADIUS + 18) * scale;
  const within = Math.min(WIDTH - half, Math.max(half, x));
  return { x: within, y: Math.min(HEIGHT - 14 * scale, within === x ? below : below + LOWER) };
}

function label(seat, places, text, kind, scale) {
  return svg("g", { transform: at(labelAt(seat, places.seats, text, scale), scale) }, pill(text, { size: LABEL, kind }));
}

// Who acts first is told at the seat, with the first hand where that is another seat.
export function labels(places, scale) {
  const { button, first_hand: first } = places;
  return [
    button ? label(button, places, words.action, "action", scale) : null,
    first && first !== button ? label(first, places, words.firstHand, "first", scale) : null,
  ];
}
