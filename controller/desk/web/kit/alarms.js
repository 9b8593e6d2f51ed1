// The strip of alarms: the most urgent first, one sound at a time, gone when its condition is.

import { html, paint, part } from "/shared/dom.js";
import { control } from "./controls.js";
import { play, silence } from "./alarm_sound.js";
import { language, say } from "./words.js";

// How each priority flashes and sounds; the server has the table.
const signals = await fetch("/signals.json").then((answer) => answer.json());
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
const clock = (ms) => new Date(ms).toLocaleTimeString(language, TIME);

for (const [priority, { flash_hz: hz }] of Object.entries(signals)) {
  document.documentElement.style.setProperty(`--flash-${priority}`, hz ? `${1 / hz}s` : "0s");
}

let isWide = false;
let shown = null;
let act = null;

function mark({ ended_ms: ended, is_acknowledged: isSeen }) {
  if (ended !== null) return say("alarm-was-over", { time: clock(ended) });
  return isSeen ? say("alarm-was-seen") : "";
}

function line(alarm) {
  const isLoud = alarm.ended_ms === null && !alarm.is_acknowledged;
  const acknowledge = () => act({ kind: "acknowledge_alarm", number: alarm.number });
  return html(
    "article",
    { class: "alarm", "data-priority": alarm.priority, "data-alarm": alarm.number, "data-loud": isLoud ? "" : null },
    html("time", {}, clock(alarm.since_ms)),
    html("p", {}, alarm.text, html("small", {}, mark(alarm))),
    alarm.is_acknowledged ? "" : control(say("acknowledge"), acknowledge, { name: "acknowledge" }),
  );
}

function toggle() {
  isWide = !isWide;
  draw();
}

function tools() {
  const more = shown.lines.length - 1;
  const label = isWide ? say("fewer-alarms") : say("more-alarms", { count: more });
  const quiet = () => act({ kind: "pause_sound" });
  return html(
    "div",
    { class: "alarm-tools" },
    more > 0 ? control(label, toggle, { quiet: true, name: "all-alarms" }) : "",
    shown.sounds ? control(say("pause-sound"), quiet, { name: "pause-sound" }) : "",
  );
}

function draw() {
  const place = part("alarms");
  place.hidden = shown.lines.length === 0;
  const lines = isWide ? shown.lines : shown.lines.slice(0, 1);
  paint(place, [lines, isWide, shown.sounds, shown.lines.length], () => [...lines.map(line), tools()]);
}

// Draw the strip of a snapshot; `does` sends what a person asks for.
export function showAlarms(strip, does) {
  act = does;
  shown = strip;
  if (strip.lines.length < 2) isWide = false;
  draw();
  const sound = strip.sounds && signals[strip.sounds].sound;
  if (sound) play(sound, strip.sounds);
  else silence();
}
