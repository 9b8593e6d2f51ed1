// The marks of hands: banker a circle, player a rounded square, tie a diamond, always with a letter.

import { html, svg } from "./dom.js";
import { words } from "../words/en.js";

export const SIDES = { player: "P", banker: "B", tie: "T" };

// Shapes are drawn around 0,0 in a cell of 1 by 1.
function outline(winner, size) {
  if (winner === "B") return svg("circle", { r: size });
  if (winner === "P") {
    return svg("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size * 0.42 });
  }
  const d = size * 1.14;
  return svg("path", { d: `M0 ${-d} L${d} 0 L0 ${d} L${-d} 0 Z`, class: "diamond" });
}

// Banker pair top left, player pair bottom right.
function pairDots(cell, at) {
  return [
    cell.banker_pair && svg("circle", { class: "dot side-B", cx: -at, cy: -at, r: 0.125 }),
    cell.player_pair &&
      svg("rect", { class: "dot side-P", x: at - 0.12, y: at - 0.12, width: 0.24, height: 0.24, rx: 0.05 }),
  ].filter(Boolean);
}

const naturalCorner = (cell, at) =>
  cell.natural
    ? svg("path", { class: "natural", d: `M${at - 0.22} ${-at - 0.06} h0.28 v0.28 Z` })
    : null;

export function solidMark(winner, extra = "") {
  return svg(
    "g",
    { class: `bead side-${winner} ${extra}` },
    outline(winner, 0.41),
    svg("text", { y: 0.18, class: "letter" }, words.letters[winner]),
  );
}

export function bead(cell) {
  const mark = solidMark(cell.winner, cell.bonuses.length ? "bonus" : "");
  mark.append(...pairDots(cell, 0.34), naturalCorner(cell, 0.38) ?? "");
  return mark;
}

function tieStroke(ties) {
  if (!ties) return null;
  const number = ties > 1
    ? [svg("circle", { r: 0.26, class: "tie-ground" }), svg("text", { y: 0.155, class: "tie-count" }, ties)]
    : [];
  return svg("g", { class: "ties" }, svg("path", { d: "M-0.36 0.36 L0.36 -0.36" }), number);
}

export function ring(cell) {
  return svg(
    "g",
    { class: `ring side-${cell.winner} ${cell.bonuses.length ? "bonus" : ""}` },
    outline(cell.winner, 0.34),
    tieStroke(cell.ties),
    pairDots(cell, 0.36),
  );
}

export const looseTies = (ties) => svg("g", { class: "ring" }, tieStroke(ties));

// One small mark and its name each, so that a newcomer can read the roads.
const KEY = {
  tieMark: () => tieStroke(1),
  bankerPair: () => svg("circle", { class: "dot side-B", r: 0.2 }),
  playerPair: () => svg("rect", { class: "dot side-P", x: -0.19, y: -0.19, width: 0.38, height: 0.38, rx: 0.08 }),
  naturalMark: () => svg("path", { class: "natural", d: "M-0.22 -0.22 h0.44 v0.44 Z" }),
  bonusMark: () => svg("circle", { class: "bonus-sign", r: 0.24 }),
};

export const roadKey = () =>
  Object.entries(KEY).map(([word, draw]) =>
    html("span", {}, svg("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, draw()), words[word]));

// A mark alone, for legends and figures.
export const badge = (winner) =>
  svg("svg", { class: "badge", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, solidMark(winner));
