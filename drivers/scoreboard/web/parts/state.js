// The state of the table in big plain words, and the betting timer.

import { html, part, svg } from "/shared/dom.js";
import { words } from "../words/words.js";

const TURN = 2 * Math.PI * 43;
const SHORT_MS = 5000;

const timerRing = () =>
  svg(
    "svg",
    { class: "timer", viewBox: "0 0 100 100", role: "timer" },
    svg("circle", { class: "track", cx: 50, cy: 50, r: 43 }),
    svg("circle", { class: "rest", cx: 50, cy: 50, r: 43, "stroke-dasharray": TURN, transform: "rotate(-90 50 50)" }),
    svg("text", { class: "seconds", x: 50, y: 67, "data-value": "timer" }),
  );

export function drawState({ state, round, offered, timed }) {
  const note = state === "bank-offered" && offered ? words.seat(offered) : round ? words.round(round) : "";
  return [
    html(
      "div",
      { class: "state-words" },
      html("p", { class: "state-word", "data-value": "state" }, words.states[state]),
      state === "held" ? null : html("p", { class: "state-note" }, note),
    ),
    timed ? timerRing() : null,
  ];
}

// Runs on the page's own clock between messages; the table alone closes the bets.
export class Countdown {
  #ends = null;
  #whole = 1;

  set(leftMs, wholeS) {
    this.#ends = leftMs === null ? null : performance.now() + leftMs;
    this.#whole = (wholeS ?? 1) * 1000;
    this.tick();
  }

  tick() {
    const panel = part("state");
    const ring = panel.querySelector(".timer");
    const left = this.#ends === null ? null : Math.max(0, this.#ends - performance.now());
    panel.toggleAttribute("data-short", ring !== null && left !== null && left <= SHORT_MS);
    if (!ring || left === null) return;
    ring.querySelector(".seconds").textContent = String(Math.ceil(left / 1000));
    ring.querySelector(".rest").setAttribute("stroke-dashoffset", TURN * (1 - Math.min(1, left / this.#whole)));
  }
}
