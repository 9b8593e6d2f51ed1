// The shift's report: read here, printed, or saved for a spreadsheet.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";

const HOURS = [4, 8, 12, 24];

let report = null;
let isMaking = false;

async function make(hours, redraw) {
  isMaking = true;
  redraw();
  report = (await act({ kind: "ask_shift", hours, language })) ?? report;
  isMaking = false;
  redraw();
}

const address = (text, type) => URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));

function save() {
  html("a", { href: address(report.sheet, "text/csv"), download: "shift.csv" }).click();
}

// The page that is printed needs nothing else; it is the one that the command line makes.
function printIt() {
  const frame = html("iframe", { class: "print", src: address(report.page, "text/html"), hidden: "" });
  frame.addEventListener("load", () => frame.contentWindow.print());
  document.body.append(frame);
}

function section(drawn) {
  const node = html("div", { class: "drawn" });
  // Drawn by the desk of our own words and figures, every text escaped.
  node.innerHTML = drawn;
  return node;
}

function drawn() {
  if (!report) return null;
  return [
    html("h2", {}, report.span),
    html("ul", { class: "sentences" }, report.sentences.map((text) => html("li", {}, text))),
    html(
      "div",
      { class: "keys" },
      control(say("save-sheet"), save, { name: "save-sheet", quiet: true }),
      control(say("print"), printIt, { name: "print", quiet: true }),
    ),
    report.sections.map(section),
  ];
}

export const drawShift = (_shown, redraw) =>
  html(
    "article",
    { class: "shift", "data-report": report ? "made" : null },
    html("div", { class: "keys" }, HOURS.map((hours) => control(say("hours", { hours }), () => make(hours, redraw), { name: `hours-${hours}` }))),
    isMaking ? html("p", { class: "next" }, say("making")) : drawn(),
  );
