// The tables as tiles: each is drawn again only when it has changed, and moves to its place.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { say } from "/kit/words.js";
import { beadPlate, lengthBars } from "./marks.js";

// How many tables a screen shows in which size.
const LARGE = 16;
const MIDDLE = 60;
const COLUMNS = { large: 16, middle: 12, small: 0 };

const drawn = new Map();

const density = (count) => (count <= LARGE ? "large" : count <= MIDDLE ? "middle" : "small");

export const money = (limits) => (limits ? `$${limits[0].toLocaleString()} – $${limits[1].toLocaleString()}` : "");

const worst = (alarms) => alarms.find(({ by }) => !by) ?? alarms[0];

function picture({ marks, lengths }, size) {
  if (!COLUMNS[size]) return null;
  if (marks.length) return beadPlate(marks, COLUMNS[size]);
  return lengths.length ? lengthBars(lengths) : html("div", { class: "beads" });
}

// Less than a minute of silence is not counted.
export const state = ({ state: name, silent_minutes: minutes }) =>
  html("b", { class: "state" }, name === "silent" && minutes ? say("silent-for", { minutes }) : say(`state-${name}`));

function facts(tile) {
  return html(
    "p",
    { class: "facts" },
    tile.limits ? html("span", {}, money(tile.limits)) : null,
    html("span", {}, say("round", { round: tile.round })),
    html("span", {}, say("pace", { pace: tile.pace })),
    tile.dealer ? html("span", {}, tile.dealer) : null,
  );
}

function told(tile) {
  const alarm = worst(tile.alarms);
  if (!alarm) return html("p", { class: "said" }, tile.said);
  const more = tile.alarms.length > 1 ? ` +${tile.alarms.length - 1}` : "";
  return html("p", { class: "said alarming", "data-priority": alarm.priority, "data-seen": alarm.by ? "" : null }, alarm.text + more);
}

function draw(tile, size, choose) {
  const node = control("", () => choose(tile.table), { quiet: true, name: `table-${tile.table}` });
  node.classList.add("tile");
  node.dataset.table = tile.table;
  node.dataset.state = tile.state;
  node.dataset.needs = tile.needs;
  node.replaceChildren(
    html("header", {}, html("h2", {}, tile.table.split("/").at(-1)), state(tile)),
    html("p", { class: "game" }, tile.game),
    told(tile),
    picture(tile, size) ?? "",
    facts(tile),
  );
  return node;
}

// What has not changed keeps its node, so that nothing moves under a finger.
export function drawTiles(place, tiles, choose) {
  const size = density(tiles.length);
  place.dataset.density = size;
  const nodes = tiles.map((tile) => {
    const key = `${size} ${JSON.stringify(tile)}`;
    const known = drawn.get(tile.table);
    if (known?.key === key) return known.node;
    const node = draw(tile, size, choose);
    drawn.set(tile.table, { key, node });
    return node;
  });
  if (!nodes.length) return place.replaceChildren(html("p", { class: "empty" }, say("no-tables")));
  const isSame = nodes.length === place.children.length && nodes.every((node, at) => place.children[at] === node);
  if (!isSame) place.replaceChildren(...nodes);
}
