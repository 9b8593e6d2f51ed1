// The wall: every table at a glance, one in full, what is wrong, what was, and what a shift brought.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { open } from "/kit/frame.js";
import { say } from "/kit/words.js";
import { drawAlarms } from "./alarm_list.js";
import { drawDetail, look, lookAgain } from "./detail.js";
import { drawReport } from "./report.js";
import { drawSearch } from "./search.js";
import { drawTiles } from "./tiles.js";

const VIEWS = { tables: null, alarms: drawAlarms, search: drawSearch, report: drawReport };
const AGAIN_MS = 3000;

let view = "tables";
let chosen = "";
let last = null;
let turns = 0;

// Something the person touched changed what is to be drawn.
const redraw = () => {
  turns += 1;
  draw();
};

function goTo(name) {
  view = name;
  chosen = "";
  redraw();
}

// From wherever a table is named: show it in full.
function choose(table) {
  chosen = table;
  look(table, redraw);
  redraw();
}

const unseen = ({ alarms }) => alarms.filter(({ by }) => !by).length;

function tab(name, shown) {
  const count = name === "alarms" ? unseen(shown) : 0;
  const label = count ? `${say(name)} · ${count}` : say(name);
  return control(label, () => goTo(name), { quiet: true, name: `view-${name}`, tone: name === view ? "here" : "" });
}

const tabs = (shown) => html("nav", { class: "tabs" }, Object.keys(VIEWS).map((name) => tab(name, shown)));

const COUNTED = ["held", "silent"];

function summary({ tiles }) {
  const playing = tiles.filter(({ state }) => ["betting", "dealing", "settling", "bank"].includes(state)).length;
  const figures = [
    ["tables", tiles.length],
    ["playing", playing],
    ...COUNTED.map((state) => [`state-${state}`, tiles.filter((tile) => tile.state === state).length]),
    ["pace-all", tiles.reduce((sum, { pace }) => sum + pace, 0)],
  ];
  return html(
    "dl",
    { class: "summary" },
    figures.map(([name, value]) =>
      html("div", { "data-figure": name, "data-any": value > 0 ? "" : null }, html("dd", {}, String(value)), html("dt", {}, say(name))),
    ),
  );
}

function frame() {
  const page = part("page");
  if (page.querySelector("[data-part='wall-body']")) return;
  page.replaceChildren(
    html("div", { class: "wall-head", "data-part": "wall-head" }),
    html("div", { class: "tiles", "data-part": "tiles" }),
    html("div", { class: "wall-body", "data-part": "wall-body" }),
  );
}

function draw() {
  if (!last) return;
  if (last.refused) return part("page").replaceChildren(html("p", { class: "refused", "data-refused": "" }, last.refused));
  frame();
  const isTiles = view === "tables" && !chosen;
  document.body.dataset.view = chosen ? "detail" : view;
  paint(part("wall-head"), [view, chosen, last.tiles.map(({ state, pace }) => [state, pace]), unseen(last)], () => [tabs(last), summary(last)]);
  part("tiles").hidden = !isTiles;
  part("wall-body").hidden = isTiles;
  if (isTiles) return drawTiles(part("tiles"), last.tiles, choose);
  const tile = last.tiles.find(({ table }) => table === chosen);
  paint(part("wall-body"), [view, chosen, turns, chosen ? tile : view === "alarms" ? last.alarms : ""], () =>
    chosen ? drawDetail(tile, last, () => goTo(view), redraw) : VIEWS[view](last, redraw, choose),
  );
}

// A table in full is as fresh as its tile.
setInterval(() => chosen && lookAgain(redraw), AGAIN_MS);

open({
  show(shown) {
    last = shown;
    draw();
  },
});
