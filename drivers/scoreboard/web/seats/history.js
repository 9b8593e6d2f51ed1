// The last rounds side by side, the newest at the right, and what the shift brought.


import { html, svg } from "/shared/dom.js";
import { words } from "../words/words.js";

const ROUNDS = 20;
const FIGURES = 6;
const FACES = { T: "10" };

const chip = (text, kind) => html("span", { class: `past ${kind} ${text.length > 3 ? "long" : ""}` }, text);

// Each row of the strip: its name, and what it shows of a round.
export const ROWS = {
  dice: { name: () => words.dice, cell: ({ dice }) => dice.length && chip(String(dice.reduce((a, b) => a + b, 0)), "thrown") },
  card: { name: () => words.card, cell: ({ rank }) => rank && chip(FACES[rank] ?? rank, "turned") },
  action: { name: () => words.action, cell: ({ button }) => button && chip(String(button), "acted") },
  bank: { name: () => words.bank, cell: ({ bank }) => bank && chip(String(bank), "banked") },
  bets: { name: () => words.bets, cell: ({ wagers }) => wagers && chip(String(wagers), "bet") },
  total: { name: () => words.bankTotal, cell: ({ bank_count: count }) => count.length && chip(short(count), `total ${count[0]}`) },
  results: { name: () => words.results, cell: (line) => results(line) },
};

// In a narrow cell only the number, or the sign for a hand that is over.
const short = (count) => count.at(-1);

// Won, pushed and lost hands as bars of their share; the numbers are in the figures beside.
function results({ won, pushed, lost }) {
  const all = won + pushed + lost;
  if (!all) return null;
  const bar = (kind, from, count) => svg("rect", { class: kind, y: (from / all) * 100, width: 40, height: (count / all) * 100 });
  return svg(
    "svg",
    { class: "past bars", viewBox: "0 0 40 100", preserveAspectRatio: "none", "data-past": `${won} ${pushed} ${lost}` },
    bar("won", 0, won),
    bar("pushed", won, pushed),
    bar("lost", won + pushed, lost),
  );
}

const head = (line) => html("th", { scope: "col" }, line ? String(line.round) : "");

function strip(lines, rows) {
  const filled = [...lines, ...Array.from({ length: ROUNDS - lines.length }, () => null)];
  const cells = (row) => filled.map((line) => html("td", {}, line ? row.cell(line) || null : null));
  return html(
    "table",
    { class: "rounds" },
    html("thead", {}, html("tr", {}, html("th", {}, words.round("").trim()), filled.map(head))),
    html("tbody", {}, rows.map((row) => html("tr", {}, html("th", { scope: "row" }, row.name()), cells(row)))),
  );
}

const figure = (name, count, more, kind = "") =>
  html(
    "p",
    { class: `figure ${kind}`, "data-figure": kind },
    html("span", {}, name),
    html("b", {}, String(count)),
    html("i", {}, more),
  );

// Shares of the shift: who won, and which bonuses came.
function figures({ shift_rounds: rounds, shift_hands: hands, results: won, bonuses, actions }) {
  const lines = [
    figure(words.thisShift, hands || rounds, words.hands(hands || rounds), "hands"),
    ...won.map(({ name, count, percent }) => figure(words.share(name), count, words.percent(percent), name)),
    ...bonuses.map(({ name, count, percent }) => figure(words.name(name), count, words.percent(percent), `bonus-${name}`)),
  ];
  return html("div", { class: "shift" }, lines.slice(0, FIGURES), won.length || !actions.length ? null : actionBars(actions));
}

// How often each seat had the action this shift.
function actionBars(actions) {
  const most = Math.max(1, ...actions.map(({ count }) => count));
  const bar = ({ name, count }, index) =>
    svg(
      "g",
      { transform: `translate(${index * 40} 0)`, "data-action": name },
      svg("rect", { class: "bar-share", x: 5, y: 92 - (count / most) * 68, width: 30, height: (count / most) * 68 + 2, rx: 3 }),
      svg("text", { class: "bar-count", x: 20, y: 86 - (count / most) * 68 }, String(count)),
      svg("circle", { class: "bar-seat", cx: 20, cy: 116, r: 15 }),
      svg("text", { class: "bar-name", x: 20, y: 123 }, name),
    );
  return svg("svg", { class: "actions", viewBox: `0 0 ${actions.length * 40} 134` }, actions.map(bar));
}

export const drawActions = (actions) => [html("h2", {}, words.actionSeats), actionBars(actions)];

export const drawHistory = (history, rows) => [
  strip(history.rounds.slice(-ROUNDS), rows.map((name) => ROWS[name])),
  figures(history),
];

