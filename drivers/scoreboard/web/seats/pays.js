// What the wagers of this room pay, beside the table; what does not fit takes turns.

import { html, part } from "/shared/dom.js";
import { poster } from "../parts/poster.js";
import { whenSized } from "../screens/fit.js";
import { blocksOf, isHit } from "../screens/odds.js";
import { Pager } from "../screens/pager.js";

const GAP = 0.5;
// On a wall of 1080 lines: large where all fits at once, else as small as can be read from four metres.
const SIZES_PX = [46, 40, 36, 32];
const WIDE = 1.3;
// A short list leaves room for how often each seat had the action.
const FEW = 4;

function heightsOf(blocks, box, width) {
  const bench = html("div", { class: "bench" }, blocks);
  box.replaceChildren(bench);
  bench.style.width = `${width}px`;
  return blocks.map((block) => block.getBoundingClientRect().height);
}

// As many blocks on a page as fit; in a wide box each block's lines stand in two columns.
function pagesAt(size, blocks, box) {
  box.toggleAttribute("data-wide", box.clientWidth > box.clientHeight * WIDE);
  box.style.fontSize = `${size}px`;
  return fitted(heightsOf(blocks, box, box.clientWidth), box.clientHeight - 2, GAP * size);
}

// Each block on the first page that has room for it: a short list does not turn alone.
function fitted(heights, room, gap) {
  const pages = [];
  heights.forEach((height, index) => {
    const page = pages.find(({ used }) => used + gap + height <= room);
    if (page) [page.used, page.blocks] = [page.used + gap + height, [...page.blocks, index]];
    else pages.push({ used: height, blocks: [index] });
  });
  return pages.map((page) => page.blocks);
}

const pageOf = (indexes, blocks) => html("div", { class: "page" }, indexes.map((index) => blocks[index]));

export class Pays {
  #box = part("pays-list");
  #pager = new Pager(part("pays-dots"));
  #seen = "";

  start() {
    const blocks = blocksOf(poster.payouts);
    document.body.toggleAttribute("data-no-pays", !blocks.length);
    const lines = poster.payouts.reduce((sum, payout) => sum + payout.lines.length, 0);
    document.body.toggleAttribute("data-few-pays", lines <= FEW);
    document.body.toggleAttribute("data-one-pay", lines === 1);
    if (!blocks.length) return;
    whenSized(() => this.#arrange(blocks));
    // What stands above the list may come after it and leave it less room.
    new ResizeObserver(() => this.#arrange(blocks)).observe(this.#box);
  }

  #arrange(blocks) {
    const scale = Math.min(innerWidth, innerHeight) / 1080;
    let pages = [];
    for (const size of SIZES_PX) {
      pages = pagesAt(size * scale, blocks, this.#box);
      if (pages.length <= 1) break;
    }
    const drawn = pages.map((page) => pageOf(page, blocks));
    this.#box.replaceChildren(...drawn);
    this.#pager.set(drawn);
  }

  // Lit in the round that brought it.
  show(hits) {
    const seen = JSON.stringify(hits);
    if (seen === this.#seen) return;
    this.#seen = seen;
    for (const payout of poster.payouts) {
      for (const line of this.#box.querySelectorAll(`.line[data-wager="${payout.wager}"]`)) {
        line.classList.toggle("hit", isHit(hits, payout, line.dataset.outcome));
      }
    }
    const hit = this.#box.querySelector(".line.hit");
    if (hit) this.#pager.reveal(hit);
  }
}
