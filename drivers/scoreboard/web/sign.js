// The table's sign: the game, the limits of every wager, and the collection schedule in force.

import { html, paint, part } from "/shared/dom.js";
import { doesFit, fit, whenSized } from "./screens/fit.js";
import { gameName, logo, tableName } from "./screens/heading.js";
import { Pager } from "./screens/pager.js";
import { open } from "./screens/screen.js";
import { words } from "./words/words.js";

// The size at which a schedule is cut into pages, and the bounds within which a page then grows or shrinks.
const READ_REM = 2;
const LEAST_REM = 1.2;
const MOST_REM = 3.4;
const SHRINK = 0.95;
const TITLE_REM = { beside: [2.5, 8], alone: [4, 12] };
const MANY = 6;

const title = (poster) => [
  logo(poster) ?? html("p", { class: "room" }, poster.room_name),
  gameName(poster.game_name),
  tableName(poster),
  poster.message ? html("p", { class: "message", "data-value": "message" }, poster.message) : null,
];

const row = (name, text, kind = "") =>
  html("li", { class: `limit ${kind}` }, html("span", { class: "limit-name" }, name), html("b", {}, text));

const circled = ({ title, circles }) => title + (circles > 1 ? ` × ${circles}` : "");

const isOwn = (limits) => (wager) =>
  !wager.main || wager.circles > 1 || !limits || wager.lowest !== limits.lowest || wager.highest !== limits.highest;

// The table's limits first; below them the bonus wagers, and the main ones that have others.
function money({ limits, wagers }, collection) {
  const rows = [
    ...(limits ? [row(words.limits, words.range(limits), "main")] : []),
    ...wagers.filter(isOwn(limits)).map((wager) => row(circled(wager), words.range(wager))),
    ...(collection ? [row(words.collection, collection)] : []),
  ];
  return rows.length ? [html("ul", { class: rows.length > MANY ? "many" : "" }, rows)] : [];
}

// A tier and its fee stay on one line.
const phrases = (text) =>
  text.split(", ").flatMap((phrase, index) => [index ? ", " : "", html("span", { class: "phrase" }, phrase)]);

const cells = (texts, tag) => html("tr", {}, texts.map((text) => html(tag, {}, phrases(text))));

const page = (schedule, rows) =>
  html(
    "div",
    { class: "page short" },
    html("h2", {}, schedule.title),
    html(
      "table",
      {},
      html("thead", {}, cells(schedule.columns, "th")),
      html("tbody", {}, rows.map((texts) => cells(texts, "td"))),
    ),
    schedule.notes?.length ? html("p", { class: "small-print" }, schedule.notes.join(" · ")) : null,
  );

// Cut rows in order into pages no higher than the box; `spare` is what title, head and notes leave.
export function cut(heights, spare) {
  const pages = [];
  let [start, used] = [0, 0];
  heights.forEach((height, index) => {
    if (index > start && used + height > spare) {
      pages.push([start, index]);
      [start, used] = [index, 0];
    }
    used += height;
  });
  return [...pages, [start, heights.length]];
}

function pagesAt(box, schedule, size) {
  const whole = page(schedule, schedule.rows);
  whole.setAttribute("data-shown", "");
  whole.setAttribute("data-loose", "");
  box.style.setProperty("--type", `${size}rem`);
  box.replaceChildren(whole);
  const heights = [...whole.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height);
  const rows = heights.reduce((sum, height) => sum + height, 0);
  const spare = whole.parentElement.clientHeight - paddingOf(box) - (whole.scrollHeight - rows);
  return cut(heights, spare).map(([start, end]) => page(schedule, schedule.rows.slice(start, end)));
}

function paddingOf(box) {
  const { paddingTop, paddingBottom } = getComputedStyle(box);
  return parseFloat(paddingTop) + parseFloat(paddingBottom);
}

function fitsOn(box, each) {
  each.setAttribute("data-shown", "");
  const fits = doesFit(box);
  each.removeAttribute("data-shown");
  return fits;
}

// A single page grows as far as it can; many pages keep the size they were cut at, or a little less.
function sizeOf(box, pages) {
  if (pages.length === 1) {
    pages[0].setAttribute("data-shown", "");
    return fit(box, LEAST_REM, MOST_REM);
  }
  let size = READ_REM;
  box.style.setProperty("--type", `${size}rem`);
  while (size > LEAST_REM && !pages.every((each) => fitsOn(box, each))) {
    size *= SHRINK;
    box.style.setProperty("--type", `${size}rem`);
  }
  return size;
}

// The whole schedule at once if it can be read from afar, else page after page in one size.
function arrange(schedule, pager) {
  const box = part("schedule");
  const pages = pagesAt(box, schedule, READ_REM);
  box.replaceChildren(...pages);
  sizeOf(box, pages);
  pager.set(pages);
}

open("sign", {
  pager: new Pager(part("dots")),
  poster: null,

  start(poster) {
    const { schedule } = poster;
    this.poster = poster;
    part("title").append(...title(poster).filter(Boolean));
    document.body.toggleAttribute("data-plain", !schedule);
    paint(part("money"), "", () => money(poster, ""));
    whenSized(() => {
      fit(part("title"), ...TITLE_REM[schedule ? "beside" : "alone"]);
      if (schedule) arrange(schedule, this.pager);
    });
  },

  show({ collection }) {
    paint(part("money"), collection, () => money(this.poster, collection));
  },
});
