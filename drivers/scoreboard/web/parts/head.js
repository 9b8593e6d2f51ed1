// The head of the board: the room's logo, game, table, and the limits of every wager.

import { html } from "/shared/dom.js";
import { words } from "../words/words.js";

const LONG_NAME = 26;
const MAIN = new Set(["player-line", "banker-line"]);

// Wagers with the same limits share a line.
export function limitGroups(wagers, limits) {
  const groups = new Map();
  for (const { name, lowest, highest } of wagers) {
    if (MAIN.has(name)) continue;
    if (limits && lowest === limits.lowest && highest === limits.highest) continue;
    const key = `${lowest} ${highest}`;
    if (!groups.has(key)) groups.set(key, { names: [], lowest, highest });
    groups.get(key).names.push(name);
  }
  return [...groups.values()];
}

const logo = (source, room) => html("img", { class: "logo", src: source, alt: room ?? "" });

const mainLimits = (limits) =>
  html(
    "p",
    { class: "limits" },
    html("span", {}, words.limits),
    html("b", { "data-value": "limits" }, words.range(limits)),
  );

const sideLimits = (group) =>
  html(
    "p",
    { class: "side-limit", "data-wagers": group.names.join(" ") },
    html("span", {}, group.names.map(words.name).join(words.betweenWagers)),
    html("b", {}, words.range(group)),
  );

const collectionLine = (collection) =>
  html(
    "p",
    { class: "limits" },
    html("span", {}, words.collection),
    html("b", { "data-value": "collection" }, collection),
  );

export function drawHead({ table, game, limits, collection, poster }) {
  const groups = limitGroups(poster.wagers ?? [], limits);
  return [
    poster.logo && logo(poster.logo, poster.room_name),
    html("h1", { "data-value": "game", class: game.length > LONG_NAME ? "long" : "" }, game),
    html("p", { class: "table-name", "data-value": "table" }, words.table(table)),
    html(
      "div",
      { class: "all-limits" },
      limits && mainLimits(limits),
      collection && collectionLine(collection),
      groups.length ? html("div", { class: "side-limits" }, groups.map(sideLimits)) : null,
    ),
  ];
}
