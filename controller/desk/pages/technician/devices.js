// Every device: how it is, why it is lost, the figures of its link, and its test.

import { html, paint } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { say } from "/kit/words.js";

const HOUR_S = 3600;

function lasting(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / HOUR_S)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

function figures(link) {
  if (link === null) return say("no-figures");
  const parts = [
    link.is_linked ? say("link-up", { time: lasting(link.uptime_s) }) : say("link-down"),
    say("frames", { in: link.frames_in, out: link.frames_out }),
    say("damaged", { count: link.damaged }),
    say("resent", { count: link.resends }),
    say("reconnects", { count: link.reconnects }),
  ];
  if (link.round_trip_ms !== null) parts.push(say("round-trip", { ms: link.round_trip_ms }));
  if (link.record_ms !== null) parts.push(say("record-time", { ms: link.record_ms }));
  return parts.map((text) => html("span", {}, text));
}

function tryIt({ device, has_test: hasTest, state }) {
  if (!hasTest || state === "unseen") return "";
  return control(say("try"), () => act({ kind: "try_device", device }), {
    sure: say("try-sure", { device }),
    name: `try-${device}`,
  });
}

const card = (device) =>
  html(
    "article",
    { class: "device", "data-device": device.device, "data-state": device.state },
    html("h2", {}, device.kind_name, html("small", {}, `${device.device} · ${device.source}`)),
    html("p", { class: "state" }, say(`state-${device.state}`)),
    device.reason ? html("p", { class: "reason" }, device.reason) : "",
    html("p", { class: "figures" }),
    tryIt(device),
  );

export function devices(place, { devices: all }) {
  const keys = all.map(({ link: _figures, ...device }) => device);
  paint(place, keys, () => all.map(card));
  for (const [index, node] of place.querySelectorAll(".figures").entries()) {
    paint(node, all[index].link, figures);
  }
}
