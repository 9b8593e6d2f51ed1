// The words of the language this screen speaks: the server hands them over from config/words.

import { load } from "../parts/poster.js";
import { filled, isFilled } from "./filling.js";

const EMPTY = { language: "en", pages: {} };
const { pages } = { ...EMPTY, ...(await load(`/words.json${location.search}`)) };
const table = (name) => pages[name] ?? {};
const [paid, signs, colours] = [table("paid"), table("public-signs"), table("public-colours")];

const number = (count) => count.toLocaleString("en");
const money = (amount) => `$${number(amount)}`;

// "dragon-7" reads "Dragon 7" where nobody has named it.
const spoken = (code) =>
  code.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

// "player-by-9" has the words of "player-by", and a number.
function name(code) {
  const [, kind, count] = code.match(/^(.*)-(\d+)$/) ?? [];
  return paid[code] ?? (paid[kind] ? filled(paid[kind], { number: count }) : spoken(code));
}

// "player-by-9" is marked 9, "total-shot-18" is marked 18, "rabbit" as its language says.
const sign = (code) => signs[code] ?? code.match(/-(\d+)$/)?.[1] ?? name(code).charAt(0).toUpperCase();

// `bead-plate` is words.beadPlate; a sentence with fields is a function of them, or of the only one.
const camel = (code) => code.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const said = (template) => (isFilled(template) ? (values) => filled(template, values) : template);
const texts = Object.fromEntries(
  Object.entries({ ...table("public"), ...table("public-seats") }).map(([code, template]) => [camel(code), said(template)]),
);

// What a hand counts, of its codes: ["soft", "17"], ["7"].
function count([kind, points] = []) {
  const template = table("public-counts")[kind];
  return template ? filled(template, { number: points }) : kind;
}

// What a row of a hand is called: a pair with its rank, tiles with their name or points.
const called = ({ name: code, rank, points }) =>
  filled(table("public-hands")[code] ?? spoken(code), { rank: rank === "T" ? "10" : rank, points });

export const words = Object.freeze({
  ...texts,
  states: table("public-states"),
  ended: table("public-ended"),
  letters: table("public-letters"),
  count,
  called,
  window: (code) => table("public-windows")[code] ?? spoken(code),
  share: (code) => table("public-shares")[code] ?? spoken(code),
  outcome: (code) => table("public-outcomes")[code] ?? "",
  name,
  sign,
  table: spoken,
  money,
  range: ({ lowest, highest }) => (lowest ? `${money(lowest)} – ${money(highest)}` : texts.upTo(money(highest))),
  deckOf: (colour) => texts.deckOf(colours[colour] ?? spoken(colour)),
  result: ({ winner }) => (winner === "tie" ? texts.tieResult : texts.wins(name(winner))),
  noData: (seconds) =>
    seconds < 120 ? texts.noDataSeconds(seconds) : texts.noDataMinutes(Math.floor(seconds / 60)),
});
