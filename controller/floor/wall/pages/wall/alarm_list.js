// Every alarm that is open or that nobody has seen; to see one is done under a name.

import { html } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";

const WHEN = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const when = (ms) => WHEN.format(new Date(ms));

const mark = ({ ended_ms: ended, by }) =>
  [by ? say("seen-by", { person: by }) : "", ended === null ? "" : say("over-since", { time: when(ended) })].filter(Boolean).join(" · ");

export const alarmLine = (alarm, mayAct, choose = null) =>
  html(
    "article",
    { class: "alarm-line", "data-priority": alarm.priority, "data-alarm-line": alarm.number, "data-open": alarm.ended_ms === null ? "" : null },
    html("time", {}, when(alarm.raised_ms)),
    choose ? control(alarm.table, () => choose(alarm.table), { quiet: true, name: `of-${alarm.number}` }) : null,
    html("p", {}, alarm.text, html("small", {}, mark(alarm))),
    !alarm.by && mayAct
      ? control(say("acknowledge"), () => act({ kind: "acknowledge_alarm", number: alarm.number }), { name: `seen-${alarm.number}` })
      : null,
  );

export const drawAlarms = ({ alarms, may_acknowledge: may }, _redraw, choose) =>
  alarms.length
    ? html("section", { class: "alarm-list" }, alarms.map((alarm) => alarmLine(alarm, may, choose)))
    : html("p", { class: "empty" }, say("no-alarms"));
