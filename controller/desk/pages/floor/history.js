// The past of the table: by time, round, kind and person.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";
import { line, moment } from "./lines.js";

const GROUPS = ["rulings", "results", "devices", "people", "all"];
const HOUR_MS = 3_600_000;
const SPANS = { "last-hour": 1, "last-shift": 8, ever: null };

let group = "rulings";
let span = "last-shift";
let found = null;
const field = (name, kind) =>
  html("input", { type: kind, class: "field", min: 1, autocomplete: "off", placeholder: say(name), "aria-label": say(name), "data-field": name });
const person = field("person", "text");
const round = field("round-number", "number");

const wanted = (before) => ({
  kind: "seek",
  group: round.value ? "all" : group,
  since_ms: SPANS[span] && !round.value ? Date.now() - SPANS[span] * HOUR_MS : null,
  person: person.value.trim(),
  round: round.value ? Number(round.value) : null,
  before,
  language,
});

async function seek(redraw, before = null) {
  const answer = await act(wanted(before));
  if (!answer) return;
  found = before && found ? { ...answer, lines: [...found.lines, ...answer.lines] } : answer;
  redraw();
}

const pick = (label, name, isChosen, press) => control(label, press, { name, tone: isChosen ? "chosen" : "" });

const groupKey = (code, redraw) =>
  pick(say(`group-${code}`), `group-${code}`, code === group, () => {
    group = code;
    seek(redraw);
    redraw();
  });

const spanKey = (code, redraw) =>
  pick(say(code), code, code === span, () => {
    span = code;
    seek(redraw);
    redraw();
  });

function results(redraw) {
  if (!found) return null;
  return [
    html("div", { class: "lines", "data-found": found.lines.length }, found.lines.length ? found.lines.map(line) : say("nothing-found")),
    found.reached_ms ? html("p", { class: "reached" }, say("searched-to", { time: moment(found.reached_ms) })) : null,
    found.before ? control(say("further"), () => seek(redraw, found.before), { name: "further" }) : null,
  ];
}

export const drawHistory = (_shown, redraw) =>
  html(
    "article",
    { class: "history" },
    html("div", { class: "keys" }, GROUPS.map((code) => groupKey(code, redraw))),
    html(
      "div",
      { class: "keys" },
      Object.keys(SPANS).map((code) => spanKey(code, redraw)),
      person,
      round,
      control(say("find"), () => seek(redraw), { name: "find", tone: "yes" }),
    ),
    results(redraw),
  );
