// One table in full: what it does, its plate, its alarms, its last rounds and its record.

import { html } from "/shared/dom.js";
import { card } from "/shared/cards.js";
import { control } from "/kit/controls.js";
import { act, send } from "/kit/frame.js";
import { language, say } from "/kit/words.js";
import { alarmLine } from "./alarm_list.js";
import { drawHold, forgetHold } from "./hold.js";
import { beadPlate, lengthBars } from "./marks.js";
import { roundTable } from "./rounds.js";
import { money, state } from "./tiles.js";

const CLOCK = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const WIDE = 30;

let detail = null;
let wanted = "";

const request = () => ({ kind: "look", language, table: wanted });

export async function look(table, redraw) {
  wanted = table;
  detail = null;
  forgetHold();
  const found = await act(request());
  if (found && found.table === wanted) detail = found;
  redraw();
}

export async function lookAgain(redraw) {
  const answer = await send(request());
  const found = answer.receipt;
  if (answer.kind !== "done" || found.table !== wanted) return;
  const isNews = JSON.stringify(found) !== JSON.stringify(detail);
  detail = found;
  if (isNews) redraw();
}

const fact = (name, value) => (value ? html("div", {}, html("dt", {}, say(name)), html("dd", {}, String(value))) : null);

const head = (tile) =>
  html(
    "section",
    { class: "panel detail-head", "data-state": tile.state },
    html("h2", {}, tile.table, state(tile)),
    html("p", { class: "game" }, tile.game),
    html("p", { class: "said" }, tile.said),
    html(
      "dl",
      { class: "figures" },
      fact("head-limits", money(tile.limits)),
      fact("head-number", tile.round),
      fact("head-shoe", tile.shoe),
      fact("head-dealer", tile.dealer),
      fact("head-pace", tile.pace),
      detail ? fact("head-rows", detail.kept.toLocaleString(language)) : null,
    ),
    tile.marks.length ? beadPlate(tile.marks, WIDE) : tile.lengths.length ? lengthBars(tile.lengths) : null,
  );

const row = ({ row: number, at_ms: at, who, said, tone }) =>
  html(
    "div",
    { class: "row-line", "data-row": number, "data-tone": tone },
    html("time", {}, CLOCK.format(new Date(at))),
    html("span", { class: "who" }, who),
    html("span", { class: "what" }, said.cards.map(card), said.text),
  );

const panel = (title, ...inside) => html("section", { class: "panel" }, html("h3", {}, title), ...inside);

const device = ({ device: name, state, reason }) =>
  html("p", { class: "device", "data-device-state": state }, html("b", {}, name), ` ${say(`device-${state}`)}`, reason ? ` · ${reason}` : "");

function inside(may) {
  if (!detail) return html("p", { class: "empty" }, say("reading"));
  return [
    detail.alarms.length ? panel(say("alarms-day"), detail.alarms.map((alarm) => alarmLine(alarm, may))) : null,
    detail.devices.length ? panel(say("devices"), html("div", { class: "devices" }, detail.devices.map(device))) : null,
    panel(say("last-rounds"), roundTable(detail.rounds)),
    panel(say("record"), html("div", { class: "rows" }, detail.rows.map(row))),
  ];
}

export const drawDetail = (tile, { may_acknowledge: may, may_rule: mayRule }, back, redraw) =>
  html(
    "article",
    { class: "detail", "data-detail": wanted, "data-read": detail ? "" : null },
    control(say("back"), back, { quiet: true, name: "back" }),
    tile ? head(tile) : null,
    mayRule ? drawHold(tile, redraw) : null,
    inside(may),
  );
