// A shoe on paper: head, figures, all five roads in full, and every hand by its number.

import { html, svg } from "/shared/dom.js";
import { bead, derivedMark, icon, ring, roadKey } from "../parts/marks.js";
import { bigRoadCells } from "../parts/roads.js";
import { words } from "../words/words.js";

const ROWS = 6;
const LEAST_COLUMNS = { beads: 16, road: 48 };
// A road longer than this goes on below itself.
const MOST_COLUMNS = 64;

const when = (ms) => new Date(ms).toLocaleString(words.locale, { dateStyle: "medium", timeStyle: "short" });

function lines(columns) {
  const across = Array.from({ length: columns + 1 }, (_, x) => `M${x} 0 V${ROWS}`);
  const down = Array.from({ length: ROWS + 1 }, (_, y) => `M0 ${y} H${columns}`);
  return svg("path", { class: "grid", d: [...across, ...down].join(" ") });
}

const placed = (cell, first, mark) =>
  svg("g", { class: "cell", transform: `translate(${cell.column - first + 0.5} ${cell.row + 0.5})` }, mark);

function strip(cells, first, columns, draw) {
  const inside = cells.filter(({ column }) => column >= first && column < first + columns);
  return svg(
    "svg",
    { class: "strip", viewBox: `-0.05 -0.05 ${columns + 0.1} ${ROWS + 0.1}` },
    lines(columns),
    inside.map((cell) => placed(cell, first, draw(cell))),
  );
}

// As many strips of equal length as the road needs.
export function stripStarts(cells, least, most = MOST_COLUMNS) {
  const end = Math.max(least, ...cells.map(({ column }) => column + 1));
  const count = Math.ceil(end / most);
  const columns = Math.ceil(end / count);
  return { columns, starts: Array.from({ length: count }, (_, index) => index * columns) };
}

function road(name, kind, cells, least, draw) {
  const { columns, starts } = stripStarts(cells, least);
  return html(
    "section",
    { class: `road ${kind}`, "data-road": kind },
    html("h2", {}, name),
    starts.map((first) => strip(cells, first, columns, draw)),
  );
}

const derived = (name, key, cells) =>
  road(name, key, cells, LEAST_COLUMNS.road, (cell) => derivedMark(key, cell.colour));

const fact = (name, value) => (value ? html("p", {}, html("span", {}, name), html("b", {}, value)) : null);

function head(card, poster) {
  const logo = poster.logo && html("img", { class: "logo", src: poster.logo, alt: "" });
  const end = card.ended_ms ? ` – ${when(card.ended_ms)}` : "";
  return html(
    "header",
    {},
    html("div", { class: "who" }, logo, html("p", {}, poster.room_name), html("h1", {}, poster.game_name)),
    html(
      "div",
      { class: "facts" },
      fact("", words.table(poster.table)),
      fact("", words.shoe(card.number)),
      fact("", `${card.figures.hands} ${words.hands(card.figures.hands)}`),
      fact("", card.started_ms ? `${when(card.started_ms)}${end}` : when(Date.now())),
    ),
  );
}

const figure = ({ name, count, percent }) =>
  html(
    "tr",
    { "data-tally": name },
    html("th", {}, words.name(name)),
    html("td", { class: "count" }, String(count)),
    html("td", {}, words.percent(percent)),
  );

const figures = ({ tallies, marks = [] }) =>
  html(
    "section",
    { class: "figures" },
    html("h2", {}, words.statistics),
    html("table", {}, html("tbody", {}, [...tallies, ...marks.filter(({ count }) => count)].map(figure))),
  );

const totals = (hand, cell) =>
  hand && hand.player_total !== null ? `${hand.player_total} : ${hand.banker_total}` : (cell.total ?? "");

function hand(cell, index, known) {
  const bonuses = cell.bonuses.map(words.name);
  const notes = [...bonuses, cell.is_free && words.freeHand, cell.is_ruled && words.corrected].filter(Boolean);
  return html(
    "li",
    { "data-hand": index + 1 },
    html("span", { class: "number" }, String(index + 1)),
    icon(bead({ ...cell, bonuses: [] })),
    html("b", {}, String(totals(known, cell))),
    html("span", { class: "notes" }, notes.join(", ")),
  );
}

const hands = ({ roads, hands: known }) =>
  html(
    "section",
    { class: "hands" },
    html(
      "h2",
      {},
      `${words.hand} · ${words.name("player")} : ${words.name("banker")}`,
      html("span", { class: "key" }, roadKey()),
    ),
    html("ol", {}, roads.bead_plate.map((cell, index) => hand(cell, index, known[index]))),
  );

export const drawCard = (card, poster) => [
  head(card, poster),
  html(
    "div",
    { class: "top" },
    road(words.beadPlate, "bead_plate", card.roads.bead_plate, LEAST_COLUMNS.beads, bead),
    figures(card.figures),
  ),
  road(words.bigRoad, "big_road", bigRoadCells(card.roads), LEAST_COLUMNS.road, ring),
  derived(words.bigEyeBoy, "big_eye_boy", card.roads.big_eye_boy),
  derived(words.smallRoad, "small_road", card.roads.small_road),
  derived(words.cockroachPig, "cockroach_pig", card.roads.cockroach_pig),
  hands(card),
];
