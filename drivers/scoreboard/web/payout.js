// The payout screen: what every wager of this game pays at this table, and what just came.

import { html, part } from "/shared/dom.js";
import { whenSized } from "./screens/fit.js";
import { heading } from "./screens/heading.js";
import { blocksOf, isHit } from "./screens/odds.js";
import { Pager } from "./screens/pager.js";
import { paginate } from "./screens/packing.js";
import { open } from "./screens/screen.js";
import { words } from "./words/words.js";

const GAP = 0.7;
const LEAST_PX = 30;
const MOST_PX = 104;
const MEASURED_AT_PX = 40;

// A game with a price or two has room for what may be bet.
const FEW = 3;

function limitsBlock({ limits, wagers }) {
  const all = [...(limits ? [{ name: words.limits, ...limits }] : []), ...wagers.filter(({ main }) => !main)];
  const row = ({ name, title, lowest, highest }) =>
    html(
      "li",
      { class: "row" },
      html(
        "p",
        { class: "line" },
        html("span", { class: "outcome" }, title ?? name),
        html("span", { class: "leader" }),
        html("b", { class: "pays" }, words.range({ lowest, highest })),
      ),
    );
  return all.length ? [html("article", { class: "block plain" }, html("ul", {}, all.map(row)))] : [];
}

const shownBlocks = (poster) => {
  const lines = poster.payouts.reduce((sum, payout) => sum + payout.lines.length, 0);
  return [...blocksOf(poster.payouts), ...(lines && lines <= FEW ? limitsBlock(poster) : [])];
};

function measured(blocks, odds) {
  const bench = html("div", { class: "bench" }, blocks);
  odds.replaceChildren(bench);
  bench.style.fontSize = `${MEASURED_AT_PX}px`;
  return blocks.map((block) => {
    const box = block.getBoundingClientRect();
    return { width: box.width / MEASURED_AT_PX, height: box.height / MEASURED_AT_PX };
  });
}

// The bounds are for a wall of 1080 lines and grow with the screen.
function roomOf(odds) {
  const scale = Math.min(innerWidth, innerHeight) / 1080;
  const { clientWidth: width, clientHeight: height } = odds;
  return { width: width - 2, height: height - 2, least: LEAST_PX * scale, most: MOST_PX * scale };
}

// Spare height goes to the lines: a long list gets more of it than a short one.
function grown(block) {
  block.style.flexGrow = block.querySelectorAll(".row").length + 1;
  return block;
}

const pageOf = (columns, blocks) =>
  html(
    "div",
    { class: "page" },
    columns.map(([start, end]) => html("div", { class: "column" }, blocks.slice(start, end).map(grown))),
  );

function arrange(blocks, pager) {
  const odds = part("odds");
  const { pages, size } = paginate(measured(blocks, odds), roomOf(odds), GAP);
  odds.style.fontSize = `${size}px`;
  const drawn = pages.map((columns) => pageOf(columns, blocks));
  odds.replaceChildren(...drawn);
  pager.set(drawn);
}

function highlight(hits, payouts, pager) {
  for (const payout of payouts) {
    const lines = [...document.querySelectorAll(`.line[data-wager="${payout.wager}"]`)];
    for (const each of lines) each.classList.toggle("hit", isHit(hits, payout, each.dataset.outcome));
  }
  const hit = document.querySelector(".line.hit");
  if (hit) pager.reveal(hit);
}

open("payout", {
  pager: new Pager(part("dots")),
  payouts: [],
  seen: null,

  start(poster) {
    this.payouts = poster.payouts;
    part("heading").append(...heading(poster).filter(Boolean));
    const blocks = shownBlocks(poster);
    if (blocks.length) whenSized(() => arrange(blocks, this.pager));
    document.body.toggleAttribute("data-plain", !blocks.length);
  },

  show({ round, state, hits }) {
    const seen = JSON.stringify([hits, hits.length && [round, state]]);
    if (seen !== this.seen) highlight(hits, this.payouts, this.pager);
    this.seen = seen;
  },
});
