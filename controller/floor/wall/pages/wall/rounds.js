// Rounds as lines of a table.

import { html } from "/shared/dom.js";
import { say } from "/kit/words.js";
import { when } from "./alarm_list.js";

const HEADS = ["when", "table", "shoe", "number", "dealer", "outcome", "length", "held", "irregular", "people"];

const cells = ({ table, shoe, round, dealer, closed_ms: closed, length_s: length, outcome, is_void: isVoid, held_s: held, irregularities, people }) => [
  when(closed),
  table,
  shoe || "",
  round,
  dealer,
  isVoid ? say("void") : outcome,
  say("seconds", { seconds: length }),
  held ? say("seconds", { seconds: held }) : "",
  irregularities.join(" · "),
  people.join(", "),
];

const row = (line) =>
  html(
    "tr",
    { "data-void": line.is_void ? "" : null, "data-irregular": line.irregularities.length ? "" : null, "data-round": `${line.table} ${line.round}` },
    cells(line).map((text) => html("td", {}, String(text))),
  );

export const roundTable = (lines) =>
  html(
    "div",
    { class: "scroll" },
    html(
      "table",
      { class: "sheet" },
      html("thead", {}, html("tr", {}, HEADS.map((name) => html("th", {}, say(`head-${name}`))))),
      html("tbody", {}, lines.map(row)),
    ),
  );
