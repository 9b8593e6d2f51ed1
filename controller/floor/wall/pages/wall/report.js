// A shift or a day of the whole floor: figures, plots, tables and dealers beside one another, and a sheet to keep.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";
import { alarmLine, when } from "./alarm_list.js";

const HOURS = [4, 8, 12, 24];
const HOUR_MS = 3_600_000;
const CLOCK = new Intl.DateTimeFormat(language, { hour: "2-digit", hourCycle: "h23" });
const HEADS = ["name", "rounds", "pace", "median", "void", "irregular", "held"];

let made = null;

async function make(hours, redraw) {
  const until = Date.now();
  const since = Math.floor(until / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS;
  made = (await act({ kind: "ask_report", language, since_ms: since, until_ms: until })) ?? made;
  redraw();
}

const keep = (content, type, download) => html("a", { href: URL.createObjectURL(new Blob([content], { type })), download }).click();

const save = () => keep(made.sheet, "text/csv;charset=utf-8", "rounds.csv");

async function saveParquet() {
  const { since_ms, until_ms } = made.report;
  const kept = await act({ kind: "save_rounds", language, since_ms, until_ms });
  if (kept) keep(Uint8Array.from(atob(kept.parquet), (sign) => sign.charCodeAt(0)), "application/vnd.apache.parquet", "rounds.parquet");
}

const cells = ({ name, rounds, pace, median_s: median, void: voided, irregular, held_s: held }) =>
  [name || say("whole-floor"), rounds, pace ?? "", say("seconds", { seconds: median }), voided, irregular, say("seconds", { seconds: held })];

function bar(share) {
  const node = html("i", { class: "bar-of" });
  node.style.width = `${Math.round(share * 100)}%`;
  return node;
}

// Who is far from the others is seen without reading: the pace of each as a bar behind its number.
function comparison(title, lines) {
  const fastest = Math.max(1, ...lines.map(({ pace }) => pace ?? 0));
  const cell = (line) => (text, at) =>
    html("td", { class: HEADS[at] === "pace" ? "with-bar" : null }, HEADS[at] === "pace" ? bar((line.pace ?? 0) / fastest) : null, html("span", {}, String(text)));
  return html(
    "section",
    { class: "panel" },
    html("h3", {}, title),
    html(
      "div",
      { class: "scroll" },
      html(
        "table",
        { class: "sheet" },
        html("thead", {}, html("tr", {}, HEADS.map((name) => html("th", {}, say(`head-${name}`))))),
        html("tbody", {}, lines.map((line) => html("tr", { "data-line": line.name }, cells(line).map(cell(line))))),
      ),
    ),
  );
}

function plot(hours) {
  const most = Math.max(1, ...hours.map(({ rounds }) => rounds));
  const column = ({ at_ms: at, rounds, irregular }) => {
    const all = html("i", { class: "all" });
    const odd = html("i", { class: "odd" });
    all.style.height = `${(rounds / most) * 100}%`;
    odd.style.height = `${(irregular / most) * 100}%`;
    return html("div", { class: "hour" }, html("b", {}, rounds ? String(rounds) : ""), html("div", { class: "stack" }, all, odd), html("small", {}, CLOCK.format(new Date(at))));
  };
  return html("section", { class: "panel" }, html("h3", {}, say("by-hour")), html("div", { class: "plot" }, hours.map(column)), html("p", { class: "key" }, say("plot-key")));
}

const counted = (lines) =>
  lines.length
    ? html("section", { class: "panel" }, html("h3", {}, say("head-irregular")), lines.map(([text, count]) => html("p", { class: "counted" }, html("b", {}, String(count)), text)))
    : null;

function drawn() {
  if (!made) return null;
  const { report, irregularities, alarms } = made;
  return [
    html("h2", { "data-report": report.whole.rounds }, `${when(report.since_ms)} – ${when(report.until_ms)}`),
    report.is_cut ? html("p", { class: "empty" }, say("report-cut")) : null,
    comparison(say("tables"), [report.whole, ...report.tables]),
    plot(report.hours),
    report.dealers.length ? comparison(say("dealers"), report.dealers) : null,
    counted(irregularities),
    alarms.length ? html("section", { class: "panel" }, html("h3", {}, say("alarms")), alarms.map((alarm) => alarmLine(alarm, false))) : null,
  ];
}

export const drawReport = (_shown, redraw) =>
  html(
    "article",
    { class: "report" },
    html(
      "div",
      { class: "keys" },
      HOURS.map((hours) => control(say("hours", { hours }), () => make(hours, redraw), { name: `hours-${hours}` })),
      made ? control(say("save-sheet"), save, { name: "save-sheet", quiet: true }) : null,
      made ? control(say("save-parquet"), saveParquet, { name: "save-parquet" }) : null,
    ),
    drawn(),
  );
