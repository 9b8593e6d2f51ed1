// A tile of pai gow, drawn: ones and fours are red, and half of the twelve.

import { svg } from "./dom.js";

const PIPS = {
  1: [[25, 25]],
  2: [[25, 12], [25, 38]],
  3: [[13, 12], [25, 25], [37, 38]],
  4: [[15, 13], [35, 13], [15, 37], [35, 37]],
  5: [[13, 11], [37, 11], [25, 25], [13, 39], [37, 39]],
  6: [[15, 10], [35, 10], [15, 25], [35, 25], [15, 40], [35, 40]],
};
const RED = new Set(["1", "4"]);
const LOWER = 48;

const isRed = (code, nth, lower) => (code === "66" ? (nth % 2 === 0) === lower : RED.has(code[lower ? 1 : 0]));

const half = (code, lower) =>
  PIPS[code[lower ? 1 : 0]].map(([cx, cy], nth) =>
    svg("circle", { class: isRed(code, nth, lower) ? "red" : "white", cx, cy: cy + 1 + (lower ? LOWER : 0), r: code[lower ? 1 : 0] === "1" ? 7 : 4.9 }),
  );

const face = (code) => [svg("rect", { x: 1.5, y: 1.5, width: 47, height: 97, rx: 7 }), half(code, false), half(code, true)];

export const tile = (code) => svg("svg", { class: "domino", viewBox: "0 0 50 100", "data-tile": code }, face(code));

// As it lies in a hand that is set: its upper half to the left.
export const tileLying = (code) =>
  svg("svg", { class: "domino", viewBox: "0 0 100 50", "data-tile": code }, svg("g", { transform: "translate(0 50) rotate(-90)" }, face(code)));
