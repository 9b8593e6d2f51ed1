// Rounds by table, shoe, time, outcome, irregularity and person.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";
import { roundTable } from "./rounds.js";

const OUTCOMES = ["player", "banker", "tie", "hands"];
const form = { table: "", shoe: "", since: "", until: "", outcome: "", irregularity: "", person: "", dealer: "", void_only: false };

let found = null;

const moment = (text) => (text ? new Date(text).getTime() : null);

async function search(redraw) {
  const { since, until, shoe, ...given } = form;
  const request = { kind: "search", language, ...given, shoe: shoe === "" ? null : Number(shoe), since_ms: moment(since), until_ms: moment(until) };
  found = (await act(request)) ?? found;
  redraw();
}

function field(name, attributes = {}) {
  const input = html("input", { name, autocomplete: "off", ...attributes });
  input.value = form[name];
  input.addEventListener("input", () => {
    form[name] = input.value;
  });
  return html("label", {}, html("span", {}, say(`head-${name}`)), input);
}

function choice(name, options) {
  const select = html("select", { name }, [["", say("any")], ...options].map(([value, title]) => html("option", { value }, title)));
  select.value = form[name];
  select.addEventListener("change", () => {
    form[name] = select.value;
  });
  return html("label", {}, html("span", {}, say(`head-${name}`)), select);
}

const fields = ({ tiles, irregularities }) => [
  choice("table", tiles.map(({ table }) => [table, table]).sort()),
  field("shoe", { type: "number", min: 0 }),
  field("since", { type: "datetime-local" }),
  field("until", { type: "datetime-local" }),
  choice("outcome", OUTCOMES.map((name) => [name, say(`outcome-${name}`)])),
  choice("irregularity", irregularities),
  field("person"),
  field("dealer"),
];

const results = () =>
  found
    ? [
        html("p", { class: "count", "data-found": found.total }, say(found.total > found.lines.length ? "found-more" : "found", { count: found.total, shown: found.lines.length })),
        found.lines.length ? roundTable(found.lines) : null,
      ]
    : null;

export const drawSearch = (shown, redraw) =>
  html(
    "article",
    { class: "search" },
    html("form", { class: "panel fields" }, fields(shown), control(say("find"), () => search(redraw), { name: "find", tone: "yes" })),
    results(),
  );
