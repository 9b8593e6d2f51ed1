// The marks of hands: banker a circle, player a rounded square, tie a diamond, always with a letter.

import { html, svg } from "/shared/dom.js";
import { words } from "../words/words.js";

export const SIDES = { player: "P", banker: "B", tie: "T" };

// Shapes are drawn around 0,0 in a cell of 1 by 1.
function outline(winner, size) {
  if (winner === "B") return svg("circle", { class: "shape", r: size });
  if (winner === "P") {
    const side = size * 0.94;
    return svg("rect", { class: "shape", x: -side, y: -side, width: 2 * side, height: 2 * side, rx: size * 0.34 });
  }
  const d = size * 1.14;
  return svg("path", { class: "shape", d: `M0 ${-d} L${d} 0 L0 ${d} L${-d} 0 Z` });
}

// Banker pair top left, player pair bottom right.
function pairDots(cell, at) {
  return [
    cell.banker_pair && svg("circle", { class: "dot side-B", cx: -at, cy: -at, r: 0.13 }),
    cell.player_pair &&
      svg("rect", { class: "dot side-P", x: at - 0.12, y: at - 0.12, width: 0.24, height: 0.24, rx: 0.05 }),
  ].filter(Boolean);
}

const naturalCorner = (cell, at) =>
  cell.natural ? svg("path", { class: "natural", d: `M${at - 0.2} ${-at - 0.08} h0.28 v0.28 Z` }) : null;

const letter = (text) => svg("text", { class: text.length > 1 ? "letter small" : "letter", y: 0.19 }, text);

export const solidMark = (winner, sign = "") =>
  svg(
    "g",
    { class: `bead side-${winner} ${sign ? "bonus" : ""}` },
    outline(winner, 0.42),
    letter(sign || words.letters[winner]),
  );

export function bead(cell) {
  const mark = solidMark(cell.winner, cell.bonuses.length ? words.sign(cell.bonuses[0]) : "");
  if (cell.bonuses.length) mark.setAttribute("data-bonus", cell.bonuses.join(" "));
  mark.append(...pairDots(cell, 0.36), naturalCorner(cell, 0.38) ?? "");
  return mark;
}

function tieStroke(ties) {
  if (!ties) return null;
  const number = ties > 1
    ? [svg("circle", { r: 0.27, class: "tie-ground" }), svg("text", { y: 0.17, class: "tie-count" }, ties)]
    : [];
  return svg("g", { class: "ties" }, svg("path", { d: "M-0.38 0.38 L0.38 -0.38" }), number);
}

// A cell of the big road; ties before any result have no winner and stand alone.
export function ring(cell) {
  if (!cell.winner) return svg("g", { class: "loose" }, tieStroke(cell.ties));
  return svg(
    "g",
    { class: `ring side-${cell.winner} ${cell.bonuses.length ? "bonus" : ""}` },
    outline(cell.winner, 0.36),
    tieStroke(cell.ties),
    pairDots(cell, 0.37),
    naturalCorner(cell, 0.38),
  );
}

// A circle parted across its middle: `x` is where its edge meets the gap.
const halves = (x, r) => `M${-x} -0.1 A${r} ${r} 0 0 1 ${x} -0.1 M${-x} 0.1 A${r} ${r} 0 0 0 ${x} 0.1`;

// Red is a whole mark, blue a broken one: the roads can be read without colour.
const SHAPES = {
  big_eye_boy: {
    red: () => svg("circle", { class: "hollow", r: 0.34 }),
    blue: () => svg("path", { class: "hollow", d: halves(0.325, 0.34) }),
  },
  small_road: {
    red: () => svg("circle", { class: "solid", r: 0.4 }),
    blue: () => svg("path", { class: "solid", d: halves(0.388, 0.4) }),
  },
  cockroach_pig: {
    red: () => svg("path", { class: "stroke", d: "M-0.32 0.36 L0.32 -0.36" }),
    blue: () => svg("path", { class: "stroke", d: "M-0.34 0.38 L-0.12 0.135 M0.12 -0.135 L0.34 -0.38" }),
  },
};

export const derivedMark = (road, colour) =>
  svg("g", { class: `derived colour-${colour}`, "data-colour": colour }, SHAPES[road][colour]());

// A mark alone, for titles and figures.
export const icon = (mark, kind = "") =>
  svg("svg", { class: `badge ${kind}`, viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, mark);

export const badge = (winner) => icon(solidMark(winner));

// A gold mark with the bonus's letter, as on the bead plate; the side it belongs to gives shape and edge.
export function bonusBadge(name) {
  const side = SIDES[name.split("-")[0]];
  return icon(
    svg(
      "g",
      { class: `bead bonus ${side ? `side-${side}` : "plain"}` },
      outline(side ?? "B", 0.42),
      letter(words.sign(name)),
    ),
  );
}

// One small mark and its name each, so that a newcomer can read the roads.
const KEY = {
  tieMark: () => tieStroke(1),
  bankerPair: () => svg("circle", { class: "dot side-B", r: 0.24 }),
  playerPair: () => svg("rect", { class: "dot side-P", x: -0.22, y: -0.22, width: 0.44, height: 0.44, rx: 0.09 }),
  naturalMark: () => svg("path", { class: "natural", d: "M-0.26 -0.26 h0.52 v0.52 Z" }),
};

export const roadKey = () =>
  Object.entries(KEY).map(([word, draw]) => html("span", {}, icon(draw()), words[word]));
