// The test of one device: what to do, what it said, and the way back to the table.

import { html, paint } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { language, say } from "/kit/words.js";
import { camera, showView } from "/pages/technician/camera.js";

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
const clock = (ms) => new Date(ms).toLocaleTimeString(language, TIME);

function seatKeys(device, seats) {
  const light = (seat, label) =>
    control(label, () => act({ kind: "light_seat", device, seat }), { name: `light-${seat ?? "none"}` });
  const keys = Array.from({ length: seats }, (_, index) => light(index + 1, index + 1));
  return html("div", { class: "seats" }, keys, light(null, say("dark")));
}

const line = ({ at_ms: at, text }) => html("li", {}, html("time", {}, clock(at)), text);

function keys({ tested, devices, seats, view }) {
  const { kind, device } = devices.find((each) => each.device === tested);
  // The way back stands on top, where no picture pushes it off a small screen.
  const end = control(say("end-test"), () => act({ kind: "end_test", device }), { tone: "yes", name: "end-test" });
  return [
    html("header", {}, html("h2", {}, say("testing", { device })), end),
    html("p", { class: "do" }, say(`do-${kind}`)),
    kind === "lamps" ? seatKeys(device, seats) : "",
    view ? camera() : "",
    html("ol", { class: "heard" }),
  ];
}

export function trial(place, shown) {
  paint(place, shown.tested, () => keys(shown));
  showView(place.querySelector(".camera"), shown.view);
  paint(place.querySelector(".heard"), shown.heard, (heard) =>
    heard.length ? heard.map(line) : html("li", {}, say("nothing-yet")),
  );
}
