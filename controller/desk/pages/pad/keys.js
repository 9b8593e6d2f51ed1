// Which keys the pad shows: those of a result entered by hand, those due now, and those always there.

import { say } from "/kit/words.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = { clubs: "c", diamonds: "d", hearts: "h", spades: "s" };
const PILES = [1, 2, 3, 4, 5, 6, 7];
const PLAIN = {
  bank_accepted: ["bank-yes"],
  bank_declined: ["bank-no"],
  collection_taken: ["collection"],
  bets_closed: ["close-bets"],
  coverage_declared: ["covered", "short"],
  cards_revealed: ["revealed"],
  piles_dealt: ["piles-dealt"],
  piles_delivered: ["piles-delivered"],
  hands_set: ["hands-set"],
  pile_chosen: PILES.map((pile) => `pile-${pile}`),
  cards_dealt: ["cards-dealt"],
  card_turned: RANKS.map((rank) => `rank-${rank}`),
  play_closed: ["play-closed"],
  insurance_closed: ["insurance-closed"],
  hole_checked: ["hole-natural", "hole-clear"],
  hand_stood: ["stand"],
  hand_doubled: ["double"],
  hand_split: ["split"],
  hand_surrendered: ["surrender"],
  hand_rescued: ["rescue"],
  stage_settled: ["stage-settled"],
  round_settled: ["settled"],
};
const AT_SEATS = {
  hand_folded: "fold",
  play_placed: "play",
  insurance_taken: "insure",
  even_money_taken: "even",
  hand_surrendered: "give-up",
  sweep_declared: "sweep",
};
const TONES = { player: "player", banker: "banker", tie: "tie", enter: "enter", floor: "alarm" };

const label = (key) => say(`key-${key}`);

const plain = (key, more = {}) => ({ key, label: label(key), tone: TONES[key] ?? "", canHold: false, ...more });

const range = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

export function resultKeys({ entry, expected }) {
  const isDue = expected.some(({ event }) => event === "result_entered");
  const on = (field) => Boolean(entry?.[field]);
  return [
    ...["player", "banker", "tie"].map((key) => plain(key, { isOn: entry?.winner === key, isDue })),
    plain("player-pair", { isOn: on("player_pair") }),
    plain("banker-pair", { isOn: on("banker_pair") }),
    plain("natural", { isOn: on("natural") }),
    plain("bonus", { isOn: Boolean(entry?.bonuses.length) }),
    plain("undo", { canHold: true, hint: say("hold-undo") }),
    plain("enter", { canHold: true, hint: say("hold-enter"), isDue: isDue && Boolean(entry?.winner) }),
  ];
}

function keysOf(due, picture) {
  // A seat without a hand in turn has a key of its own; the hand whose turn it is needs no seat.
  if (due.event in AT_SEATS && due.seat && !due.hand) return [plain(`${AT_SEATS[due.event]}-${due.seat}`, { isDue: true })];
  if (due.event in PLAIN) return PLAIN[due.event].map((key) => plain(key, { isDue: true }));
  return due.event === "wager_placed" ? seatKeys(picture) : [];
}

const seatKeys = ({ seats, bank, wagers }) =>
  range(1, seats)
    .filter((seat) => seat !== bank)
    .map((seat) => plain(`seat-${seat}`, { canHold: true, isOn: wagers.includes(seat), tone: "seat" }));

const dieKeys = () =>
  RANKS.slice(0, 6).map((rank, place) => plain(`rank-${rank}`, { label: `${place + 1}`, isDue: true }));

const rankKeys = (named) =>
  RANKS.map((rank) => plain(`rank-${rank}`, { isOn: named.includes(rank), isDue: !named.length }));

const suitKeys = (isDue) =>
  Object.entries(SUITS).map(([name, suit]) => plain(`suit-${name}`, { suit, isDue }));

// What names a card or dice nobody read, while the table holds for it.
export function namingKeys({ naming, named, has_joker: hasJoker }) {
  const isBegun = named.length > 0;
  const undo = isBegun ? [plain("undo")] : [];
  if (naming === "dice") return [...dieKeys(), ...undo];
  const whole = [...(hasJoker ? ["rank-joker"] : []), "cut-card"].map((key) => plain(key));
  return [...rankKeys(named), ...suitKeys(isBegun), ...(isBegun ? undo : whole)];
}

// What leads on comes first; the many small keys of seats and ranks after it.
export function dueKeys(picture) {
  const keys = picture.expected.flatMap((due) => keysOf(due, picture));
  const small = /^(seat|rank|pile)-/;
  return [...keys.filter(({ key }) => !small.test(key)), ...keys.filter(({ key }) => small.test(key))];
}

// Any shoe when one is due; in mid-play only one like that on the table, out of the way of the fingers.
export function alwaysKeys({ by_hand: byHand, decks: [least, most], shoe_decks: decks, expected }) {
  const isDue = expected.some(({ event }) => event === "shoe_loaded");
  const offered = isDue || (byHand && !decks) ? range(least, most) : byHand ? [decks] : [];
  const hint = say("hold");
  return [...offered.map((count) => plain(`new-shoe-${count}`, { canHold: true, hint, isDue })), plain("floor")];
}
