// Where everything lies on the large table: house dealer at the top, seat 1 at the dealer's left hand, clockwise.

import { seatAngle } from "../parts/places.js";

export const WIDTH = 660;
export const HEIGHT = 458;
// Chairs stand round the felt, hands lie on it before them.
const CENTRE = { x: WIDTH / 2, y: 12 };
const CHAIRS = { x: 296, y: 393 };
const HANDS = { x: 218, y: 304 };
const ANGLES = { first: 10, sweep: 160 };
// Beside the table's long side a second hand lies further in, not further up.
const STEEP = 0.72;
const NEXT_HAND = { x: 92, y: 92 };

// What the bank's crown stands higher than a hand does.
const CROWN = 10;

export const BANK_HAND = { x: CENTRE.x, y: 52 };
export const COMMON = { x: CENTRE.x, y: 178 };
export const FELT = { centre: CENTRE, x: 268, y: 366 };

// Many seats, or many hands at one, are drawn smaller.
export const scaleFor = (seats) => (seats > 10 ? 0.62 : seats > 8 ? 0.82 : 1);
const HAND_SCALES = [1, 1, 0.86, 0.64];
export const handScale = (hands) => HAND_SCALES[Math.min(hands, 3)];

const angleOf = (seat, seats) => {
  const share = (seatAngle(seat, seats) - seatAngle(1, seats)) / 168;
  return ((seats === 1 ? 90 : ANGLES.first + share * ANGLES.sweep) * Math.PI) / 180;
};

const on = ({ x, y }, angle) => ({ x: CENTRE.x + x * Math.cos(angle), y: CENTRE.y + y * Math.sin(angle) });

export const chairAt = (seat, seats) => on(CHAIRS, angleOf(seat, seats));

// The first hand of a seat lies before its chair, a split one beside it towards the middle.
export function handAt(seat, seats, nth, scale) {
  const angle = angleOf(seat, seats);
  const { x, y } = on(HANDS, angle);
  const across = Math.cos(angle);
  if (Math.abs(across) > STEEP) return { x: x - Math.sign(across) * nth * NEXT_HAND.x * scale, y };
  return { x, y: y - nth * NEXT_HAND.y * scale };
}

// Words need more room than cards: at the sides they stand a little further in, below a little lower.
export function bankAt(seat, seats) {
  const { x, y } = handAt(seat, seats, 0, 1);
  const isBeside = Math.abs(Math.cos(angleOf(seat, seats))) > STEEP;
  return isBeside ? { x: CENTRE.x + (x - CENTRE.x) * 0.88, y } : { x, y: y + CROWN };
}

export const at = ({ x, y }, scale = 1) =>
  `translate(${x.toFixed(1)} ${y.toFixed(1)})${scale === 1 ? "" : ` scale(${scale})`}`;
