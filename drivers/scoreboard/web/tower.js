// The tower: the last hands of the shoe, or the last rounds of a game without one, newest first.

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

function seats({ button, bank }) {
  return html(
    "span",
    { class: "side" },
    button ? html("span", {}, `${words.action}: ${words.seat(button)}`) : null,
    bank ? html("small", {}, `${words.bank}: ${words.seat(bank)}`) : null,
  );
}

function round({ number, dice, button, bank }) {
  const sum = dice.reduce((total, value) => total + value, 0);
  return html(
    "li",
    { class: "floor", "data-round": number },
    html("span", { class: "number" }, String(number)),
    dice.length ? html("span", { class: "throw" }, dice.map(die)) : null,
    dice.length ? html("b", { class: "total" }, String(sum)) : null,
    seats({ button, bank }),
  );
}

const drawRounds = (rounds) => filled(rounds.map(round), ROUNDS);

// What the page saw of the rounds, newest first; a round is written again as more of it is known.
export class Rounds {
  #seen = [];

  see({ round: number, dice, places }) {
    const { button, bank } = places;
    if (!dice.length && !button) return this.#seen;
    const others = this.#seen.filter((each) => each.number !== number);
    this.#seen = [{ number, dice, button, bank }, ...others].slice(0, ROUNDS);
    return this.#seen;
  }
}

open("tower", {
  rounds: new Rounds(),

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
    const rounds = this.rounds.see(view);
    document.body.dataset.tower = rounds.length ? "rounds" : "sign";
    return paint(part("tower"), rounds, drawRounds);
  },
});
