// Sentences with their cards and dice, and rows of the record as lines.

import { html } from "/shared/dom.js";
import { card } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { language } from "/kit/words.js";

const CLOCK = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat(language, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

export const clock = (ms) => CLOCK.format(new Date(ms));
export const moment = (ms) => DAY.format(new Date(ms));

export const said = ({ text, cards, dice }) =>
  html(
    "div",
    { class: "said" },
    cards.length || dice.length ? html("div", { class: "pictures" }, cards.map(card), dice.map(die)) : null,
    html("p", {}, text),
  );

const pictures = ({ cards, dice }) =>
  cards.length || dice.length ? html("span", { class: "small-pictures" }, cards.map(card), dice.map(die)) : null;

export const line = ({ row, at_ms: at, who, said: told, tone }) =>
  html(
    "div",
    { class: "line", "data-row": row, "data-tone": tone },
    html("time", {}, clock(at)),
    html("span", { class: "who" }, who),
    html("span", { class: "what" }, pictures(told), told.text),
  );
