// Small drawings of what a table brought: the bead plate of a shoe, or how long its rounds took.

import { html } from "/shared/dom.js";
import { say } from "/kit/words.js";

const ROWS = 6;

// The last hands, in whole columns, so that the plate ends where the shoe is.
const columns = (marks, most) => {
  const first = Math.max(0, Math.ceil((marks.length - most * ROWS) / ROWS) * ROWS);
  return marks.slice(first);
};

const bead = (mark) => html("i", { class: "bead", "data-winner": mark[0] }, mark[0]);

export const beadPlate = (marks, most) =>
  html("div", { class: "beads" }, columns(marks, most).map(bead));

const LEAST_SHARE = 0.08;

export function lengthBars(lengths) {
  const longest = Math.max(1, ...lengths);
  const bar = (seconds) => {
    const node = html("i", { title: `${seconds} s` });
    node.style.height = `${Math.max(LEAST_SHARE, seconds / longest) * 100}%`;
    return node;
  };
  return html("div", { class: "lengths" }, lengths.map(bar), html("small", {}, say("lengths", { seconds: longest })));
}
