// Sentences with their cards and dice, and rows of the record as lines.

import { html } from "/shared/dom.js";
import { card } from "/shared/cards.js";
import { die } from "/shared/dice.js";
import { language } from "/kit/words.js";

const CLOCK = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(language, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
});

export const clock = (ms) => CLOCK.format(new Date(ms));
export const moment = (ms) => DAY.format(new Date(ms));

const drawn = ({ cards, dice }, kind) =>
  cards.length || dice.length ? html("span", { class: kind }, cards.map(card), dice.map(die)) : null;

// Where the sentence is the card itself, its picture says it.
const MOST_SIGNS = 3;
const sentence = ({ text, cards }) => (cards.length && text.length <= MOST_SIGNS ? "" : text);

export const said = (told) => html("div", { class: "said" }, drawn(told, "pictures"), html("p", {}, sentence(told)));

export const small = (told) => html("span", { class: "what" }, drawn(told, "small-pictures"), sentence(told));

export const line = ({ row, at_ms: at, who, said: told, tone }) =>
  html(
    "div",
    { class: "line", "data-row": row, "data-tone": tone },
    html("time", {}, clock(at)),
    html("span", { class: "who" }, who),
    small(told),
  );
