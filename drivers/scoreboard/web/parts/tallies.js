// How often each outcome came in this shoe, with the last shoe below.

import { html, svg } from "/shared/dom.js";
import { badge, bonusBadge, icon, SIDES } from "./marks.js";
import { words } from "../words/words.js";

// What would crowd the second row of a standing screen moves to the first.
const MANY_MARKS = 6;
const FEW_BONUSES = 2;
const SIGHTS = {
  natural: () => svg("path", { class: "natural", d: "M-0.3 -0.3 h0.6 v0.6 Z" }),
  "banker-pair": () => svg("circle", { class: "dot side-B", r: 0.3 }),
  "player-pair": () => svg("rect", { class: "dot side-P", x: -0.28, y: -0.28, width: 0.56, height: 0.56, rx: 0.1 }),
};

const share = (tally) => `${tally.count} · ${words.percent(tally.percent)}`;

const before = (...content) => html("p", { class: "before" }, content);

const bar = (percent) =>
  svg(
    "svg",
    { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-ground", width: 100, height: 4 }),
    svg("rect", { class: "bar-share", width: percent, height: 4 }),
  );

function sight(name) {
  if (name in SIDES) return badge(SIDES[name]);
  return name in SIGHTS ? icon(SIGHTS[name]()) : bonusBadge(name);
}

const kindOf = (name) => (name in SIDES ? "main" : name in SIGHTS ? "plain" : "bonus");

// Naturals and pairs share a tile, a line each.
const line = (tally, last) =>
  html(
    "p",
    { class: "line", "data-tally": tally.name },
    sight(tally.name),
    html("span", { class: "name" }, words.name(tally.name)),
    html("b", { class: "count" }, String(tally.count)),
    html("span", { class: "percent" }, words.percent(tally.percent)),
    html("b", { class: "last" }, last ? share(last) : ""),
  );

function tile(tally, last) {
  const kind = kindOf(tally.name);
  return html(
    "div",
    { class: `panel tile ${kind} of-${tally.name}`, "data-tally": tally.name },
    html("h3", {}, sight(tally.name), html("span", { class: "name" }, words.name(tally.name))),
    html(
      "p",
      { class: "figures" },
      html("b", { class: "count" }, String(tally.count)),
      html("span", { class: "percent" }, words.percent(tally.percent)),
    ),
    kind === "main" ? bar(tally.percent) : null,
    before(html("b", { class: "last" }, last ? share(last) : "")),
  );
}

const mark = (tally) =>
  html(
    "span",
    { class: "one-mark", "data-mark": tally.name },
    bonusBadge(tally.name),
    html("b", { class: "count" }, String(tally.count)),
    html("span", { class: "percent" }, words.percent(tally.percent)),
  );

// The single lines of wagers that have several, as margins: the player's above the banker's, others in two rows.
function markRows(marks) {
  const of = (side) => marks.filter(({ name }) => name.startsWith(`${side}-`));
  const other = marks.filter(({ name }) => !/^(player|banker)-/.test(name));
  const half = other.length > 2 ? Math.ceil(other.length / 2) : other.length;
  return [of("player"), of("banker"), other.slice(0, half), other.slice(half)].filter((row) => row.length);
}

// What all these lines belong to, where they are named after one wager.
function titleOf(marks) {
  const [kind, ...others] = new Set(marks.map(({ name }) => name.replace(/-\d+$/, "")));
  return others.length ? "" : words.name(kind);
}

function marksTile(marks) {
  const rows = markRows(marks);
  const width = Math.max(...rows.map((row) => row.length));
  const title = titleOf(marks);
  return html(
    "div",
    { class: `panel tile marks-tile wide-${width}` },
    title ? html("h3", {}, html("span", { class: "name" }, title)) : null,
    rows.map((row) => html("p", { class: "mark-row" }, row.map(mark))),
  );
}

function cardsLeft(shoe) {
  if (shoe.cut_card_out) return html("span", { class: "note cut", "data-value": "cut-card" }, words.cutCard);
  if (shoe.cards_left === null) return null;
  return html("span", { class: "note", "data-value": "cards-left" }, words.cardsLeft(shoe.cards_left));
}

const freeHands = (count) =>
  count
    ? html(
        "span",
        { class: "note free" },
        `${words.freeHands} `,
        html("b", { "data-value": "free-hands" }, String(count)),
      )
    : null;

const lastHands = ({ hands }) => `${hands} ${words.hands(hands)}`;

function shoeTile(shoe, previous) {
  return html(
    "div",
    { class: "panel tile shoe" },
    html("h3", {}, html("span", { class: "name", "data-value": "shoe" }, words.shoe(shoe.number)), cardsLeft(shoe)),
    html(
      "p",
      { class: "figures" },
      html("b", { class: "count", "data-value": "hands" }, String(shoe.figures.hands)),
      html("span", { class: "unit" }, words.hands(shoe.figures.hands)),
      freeHands(shoe.free_hands),
    ),
    before(previous ? [`${words.lastShoe} `, html("b", { "data-value": "last-hands" }, lastHands(previous))] : ""),
  );
}

export function drawTallies({ shoe, previous }) {
  if (!shoe) return [];
  const last = new Map(previous?.tallies.map((tally) => [tally.name, tally]));
  const drawn = (kind, draw) =>
    shoe.figures.tallies
      .filter((tally) => kindOf(tally.name) === kind)
      .map((tally) => draw(tally, last.get(tally.name)));
  // A line that is a wager of its own has its tile already.
  const tiled = new Set(shoe.figures.tallies.map(({ name }) => name));
  const marks = (shoe.figures.marks ?? []).filter(({ name }) => !tiled.has(name));
  const bonuses = drawn("bonus", tile);
  const single = marks.length ? marksTile(marks) : null;
  const lines = html("div", { class: "panel tile lines" }, drawn("plain", line));
  const moved = !single ? null : marks.length > MANY_MARKS ? lines : bonuses.length > FEW_BONUSES ? single : null;
  return [
    html("div", { class: "tally-row" }, shoeTile(shoe, previous), drawn("main", tile), moved),
    html("div", { class: "tally-row" }, bonuses, [single, lines].filter((one) => one !== moved)),
  ];
}
