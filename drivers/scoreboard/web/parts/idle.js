// The resting look of a screen: shown when nobody has played for long, gone the moment anything happens.

import { html } from "/shared/dom.js";
import { poster } from "./poster.js";
import { words } from "../words/words.js";

const REST_AFTER_MS = 5 * 60_000;
const CLOCK_MS = 1000;
const STEPS = 24;
const STEP_EVERY_MS = 20_000;
const QUIET = new Set(["waiting", "no-bank", "bank-offered"]);

const clockText = () => new Date().toLocaleTimeString(words.locale, { hour: "2-digit", minute: "2-digit" });

const logo = () => poster.logo && html("img", { class: "idle-logo", src: poster.logo, alt: poster.room_name ?? "" });

// Everything stands elsewhere every few seconds, so that nothing burns into the glass.
export function restingPlace(step) {
  const turn = (2 * Math.PI * (step % STEPS)) / STEPS;
  return { x: Math.round(50 + 12 * Math.sin(turn)), y: Math.round(50 + 14 * Math.sin(2 * turn)) };
}

export class Resting {
  #clock = html("p", { class: "idle-clock", "data-value": "clock" });
  #step = 0;

  constructor(place) {
    this.block = html(
      "div",
      { class: "idle-block" },
      logo(),
      html("p", { class: "idle-room" }, poster.room_name ?? ""),
      html("h1", { class: "idle-game", "data-value": "idle-game" }, poster.game_name ?? ""),
      html("p", { class: "idle-word", "data-value": "idle-word" }, words.opensSoon),
      this.#clock,
    );
    place.append(this.block);
    this.#tick();
    this.#move();
    setInterval(() => this.#tick(), CLOCK_MS);
    setInterval(() => this.#move(), STEP_EVERY_MS);
  }

  #tick() {
    this.#clock.textContent = clockText();
  }

  #move() {
    const { x, y } = restingPlace(this.#step);
    this.#step += 1;
    this.block.style.setProperty("--x", `${x}%`);
    this.block.style.setProperty("--y", `${y}%`);
  }
}

// A table rests when no seat has the bank, no hand is running and the picture stays the same.
const isQuiet = (view) => !view.held && !view.places.bank && QUIET.has(view.state);

// Call see(view) for every view; the page needs screens/idle.css, and what another look than resting needs.
export class IdleWatch {
  #cover = html("section", { class: "idle", hidden: "" });
  #resting = null;
  #timer = null;
  #after;
  #Look;

  constructor(after = REST_AFTER_MS, Look = Resting) {
    this.#after = after;
    this.#Look = Look;
    document.body.append(this.#cover);
  }

  see(view) {
    this.#wake();
    if (isQuiet(view)) this.#timer = setTimeout(() => this.#rest(), this.#after);
  }

  #wake() {
    clearTimeout(this.#timer);
    this.#cover.hidden = true;
    document.body.removeAttribute("data-idle");
  }

  #rest() {
    this.#resting ??= new this.#Look(this.#cover);
    this.#cover.hidden = false;
    document.body.setAttribute("data-idle", "");
  }
}
