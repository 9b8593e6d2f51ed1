// The tower: the last hands of the shoe, or the last rounds of a game without one, newest first.

import { rankCard } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { html, paint, part, svg } from "/shared/dom.js";
import { bead } from "./parts/marks.js";
import { fit, whenSized } from "./screens/fit.js";
import { heading } from "./screens/heading.js";
import { open } from "./screens/screen.js";
import { words } from "./words/words.js";

const HANDS = 16;
const ROUNDS = 10;
const SIDES = { P: "player", B: "banker", T: "tie" };

const plain = (cell) => bead({ ...cell, bonuses: [], natural: false });

const mark = (cell) => svg("svg", { class: "mark", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, plain(cell));

const chip = (name, kind) => html("span", { class: `chip ${kind}` }, words.name(name));

// Pairs are dots on the mark, as on the bead plate.
const chips = (cell) => [
  ...cell.bonuses.map((name) => chip(name, "bonus")),
  ...(cell.natural ? [chip("natural", "plain")] : []),
];

function hand({ cell, number }) {
  const side = SIDES[cell.winner];
  return html(
    "li",
    { class: `floor won side-${cell.winner}`, "data-hand": number },
    html("span", { class: "number" }, String(number)),
    mark(cell),
    html("b", { class: "total", "data-value": `total-${number}` }, cell.total === null ? "" : String(cell.total)),
    html("span", { class: "side" }, words.name(side)),
    html("span", { class: "chips" }, chips(cell)),
  );
}

const emptyFloor = () => html("li", { class: "floor empty" });

const filled = (floors, count) => [...floors, ...Array.from({ length: count - floors.length }, emptyFloor)];

export function lastHands(cells) {
  const numbered = cells.map((cell, index) => ({ cell, number: index + 1 }));
  return numbered.slice(-HANDS).reverse();
}

const drawHands = (hands) => filled(hands.map(hand), HANDS);

// A round of a game without roads, as the record tells it: what was counted, the action, what came of it.
const told = (name, text, kind) => html("span", { class: `told ${kind}` }, html("small", {}, name), html("b", {}, text));

const thrown = ({ dice, rank }) => {
  if (dice.length) return html("span", { class: "throw" }, dice.map(die));
  return rank ? html("span", { class: "throw" }, rankCard(rank)) : null;
};

const RESULTS = { won: "player-wins", pushed: "push", lost: "bank-wins" };

const results = (line) =>
  html(
    "span",
    { class: "came" },
    Object.entries(RESULTS).map(([key, name]) => html("span", { class: name }, `${words.share(name)} `, html("b", {}, String(line[key])))),
  );

function round(line) {
  const { round: number, button, bank, bank_count: count } = line;
  return html(
    "li",
    { class: "floor", "data-round": number },
    html("span", { class: "number" }, String(number)),
    thrown(line),
    line.points && !count.length ? html("b", { class: "total" }, String(line.points)) : null,
    button ? told(words.action, words.seat(button), "acted") : null,
    count.length ? told(words.bank, words.count(count), "banked") : bank && told(words.bank, words.seat(bank), "banked"),
    line.won + line.pushed + line.lost ? results(line) : null,
  );
}

const drawRounds = (rounds) => filled(rounds.map(round), ROUNDS);

const lastRounds = (history) => (history?.rounds ?? []).slice(-ROUNDS).reverse();

open("tower", {
  start(poster) {
    part("heading").append(...heading(poster).filter(Boolean));
    part("wait").textContent = words.states.held;
    whenSized(() => fit(part("heading"), 0.6, 1));
  },

  show(view) {
    part("wait").hidden = !view.held;
    if (view.shoe && view.family === "baccarat") {
      document.body.dataset.tower = "hands";
      return paint(part("tower"), lastHands(view.shoe.roads.bead_plate), drawHands);
    }
    const rounds = lastRounds(view.history);
    document.body.dataset.tower = rounds.length ? "rounds" : "sign";
    return paint(part("tower"), rounds, drawRounds);
  },
});
