// The rounds of a shift on paper: what was counted, where the action lay, what every hand came to.

import { html } from "/shared/dom.js";
import { words } from "../words/words.js";

const FACES = { T: "10" };
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

const timeOf = (ms) => new Date(ms).toLocaleTimeString(words.locale, { hour: "2-digit", minute: "2-digit" });
const dayOf = (ms) => new Date(ms).toLocaleString(words.locale, { dateStyle: "medium", timeStyle: "short" });

const cardText = (code) => (code === "Jo" ? words.joker : (FACES[code[0]] ?? code[0]) + SUITS[code[1]]);

// What a column shows of a round; a column nothing stands in is left out.
const COLUMNS = [
  [() => words.hand, ({ round }) => String(round)],
  [() => words.time, ({ ended_ms: ended }) => timeOf(ended)],
  [() => words.bank, ({ bank }) => (bank ? words.seat(bank) : "")],
  [() => words.dice, ({ dice }) => (dice.length ? `${dice.join(" ")} = ${dice.reduce((a, b) => a + b, 0)}` : "")],
  [() => words.card, ({ rank }) => (rank ? (FACES[rank] ?? rank) : "")],
  [() => words.action, ({ button }) => (button ? words.seat(button) : "")],
  [() => words.bets, ({ wagers }) => (wagers ? String(wagers) : "")],
  [() => words.bankTotal, ({ bank_cards: cards, bank_count: count }) => (cards.length ? `${cards.map(cardText).join(" ")} · ${words.count(count)}` : "")],
];

const handText = ({ seat, count, result }) => `${seat}: ${words.count(count)} ${words.outcome(result)}`;

const handsOf = ({ hands }) => hands.map((hand) => html("span", { class: `came ${hand.result}` }, handText(hand)));

function head(list, poster) {
  const logo = poster.logo && html("img", { class: "logo", src: poster.logo, alt: "" });
  const count = list.rounds.length;
  return html(
    "header",
    {},
    html("div", { class: "who" }, logo, html("p", {}, poster.room_name), html("h1", {}, poster.game_name)),
    html(
      "div",
      { class: "facts" },
      html("p", {}, html("b", {}, words.table(poster.table))),
      html("p", {}, html("b", {}, `${count} ${words.hands(count)}`)),
      html("p", {}, html("b", {}, `${dayOf(list.started_ms)} – ${timeOf(Date.now())}`)),
    ),
  );
}

export function drawRounds(list, poster) {
  const used = COLUMNS.filter(([, cell]) => list.rounds.some((line) => cell(line)));
  const shown = list.rounds.some(({ hands }) => hands.length);
  const row = (line) =>
    html("tr", { "data-round": line.round }, used.map(([, cell]) => html("td", {}, cell(line))), shown ? html("td", { class: "hands-of" }, handsOf(line)) : null);
  return [
    head(list, poster),
    html(
      "table",
      { class: "rounds" },
      html("thead", {}, html("tr", {}, used.map(([name]) => html("th", {}, name())), shown ? html("th", {}, words.results) : null)),
      html("tbody", {}, [...list.rounds].reverse().map(row)),
    ),
  ];
}
