// The technician's page: devices with their tests, findings with their fix, log and staff.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { open } from "/kit/frame.js";
import { say } from "/kit/words.js";
import { devices } from "/pages/technician/devices.js";
import { findings } from "/pages/technician/findings.js";
import { log } from "/pages/technician/log.js";
import { staff } from "/pages/technician/staff.js";
import { trial } from "/pages/technician/trial.js";

// Each draws into a place of its own, and only what has changed: a key under a finger stays where it is.
const SHEETS = { devices, findings, log, staff };
const places = new Map();

let chosen = "devices";
let shown = null;

function choose(name) {
  chosen = name;
  draw();
}

// How many things of a sheet need a hand: a number beside its name.
function troubles(name) {
  if (name === "devices") return shown.devices.filter(({ state }) => state !== "ready").length;
  if (name === "findings") return (shown.findings ?? []).filter(({ verdict }) => verdict === "bad").length;
  return name === "staff" ? shown.staff.filter((person) => person.is_locked).length : 0;
}

const tabs = Object.keys(SHEETS).map((name) => {
  const node = control(say(name), () => choose(name), { quiet: true, name: `sheet-${name}` });
  node.append(html("span", { class: "count", hidden: "" }));
  return [name, node];
});

function drawTabs() {
  for (const [name, node] of tabs) {
    const count = node.querySelector(".count");
    node.toggleAttribute("data-chosen", name === chosen);
    count.textContent = troubles(name);
    count.hidden = troubles(name) === 0;
  }
}

function placeOf(name) {
  if (!places.has(name)) places.set(name, html("section", { class: `sheet ${name}` }));
  return places.get(name);
}

function draw() {
  const page = part("page");
  if (shown.is_closed) return paint(page, "closed", () => html("p", { class: "closed" }, say("closed")));
  const isTrying = shown.tested !== null && chosen === "devices";
  const name = isTrying ? "trial" : chosen;
  if (!part("tabs")) page.replaceChildren(html("nav", { class: "tabs", "data-part": "tabs" }, tabs.map(([, node]) => node)), "");
  if (page.lastChild !== placeOf(name)) page.lastChild.replaceWith(placeOf(name));
  drawTabs();
  return (isTrying ? trial : SHEETS[chosen])(placeOf(name), shown);
}

open({
  show(picture) {
    shown = picture;
    draw();
  },
});
