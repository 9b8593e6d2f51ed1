// The head of a screen: the room's logo, the table, the game, the limits of its wagers.

import { html } from "/shared/dom.js";
import { words } from "../words/words.js";

// A name breaks between its words only, never at a hyphen.
export const gameName = (name) =>
  html("h1", { "data-value": "game" }, name.split(" ").flatMap((word) => [html("span", { class: "word" }, word), " "]));

export const logo = (poster) =>
  poster.logo ? html("img", { class: "logo", src: poster.logo, alt: poster.room_name ?? "" }) : null;

export const tableName = (poster) =>
  html("p", { class: "table-name", "data-value": "table" }, words.table(poster.table));

export const tableLimits = (poster) =>
  poster.limits &&
  html(
    "p",
    { class: "limits" },
    html("span", {}, words.limits),
    html("b", { "data-value": "limits" }, words.range(poster.limits)),
  );

export const heading = (poster) => [
  logo(poster),
  gameName(poster.game_name),
  tableName(poster),
  tableLimits(poster),
];
