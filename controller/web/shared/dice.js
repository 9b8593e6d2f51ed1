// A die, drawn.

import { svg } from "./dom.js";

const PIPS = {
  0: [],
  1: [[50, 50]],
  2: [[26, 26], [74, 74]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[26, 26], [74, 26], [26, 74], [74, 74]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[26, 24], [74, 24], [26, 50], [74, 50], [26, 76], [74, 76]],
};

// A die that has not been read shows no pips.
export const die = (value) =>
  svg(
    "svg",
    { class: value ? "die" : "die blank", viewBox: "0 0 100 100", "data-die": value },
    svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 18 }),
    PIPS[value].map(([cx, cy]) => svg("circle", { cx, cy, r: value === 1 ? 13 : 9.5 })),
  );
