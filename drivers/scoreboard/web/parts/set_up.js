// What a new table shows while nobody plays: what to do next, and where to log in. It speaks one language after another.

import { html } from "/shared/dom.js";
import { load } from "./poster.js";

const TURN_MS = 12_000;

const code = ({ code: picture, address }) => picture && html("img", { src: picture, alt: address, width: 400, height: 400 });

const door = (shown, said) =>
  html(
    "aside",
    { class: "set-up-door" },
    html("h2", {}, said.staff),
    code(shown),
    html("code", { "data-value": "set-up-address" }, shown.address),
    html("p", {}, said.note),
    html("code", { class: "fingerprint", "data-value": "fingerprint" }, shown.fingerprint),
  );

const tongue = (now) => ({ code: tag, language }) =>
  html("button", { type: "button", lang: tag, "data-language": tag, "aria-pressed": String(tag === now) }, language);

export class SettingUp {
  #place;
  #shown = { spoken: [] };
  #now = 0;
  #turning = null;

  constructor(place) {
    this.#place = place;
    place.classList.add("set-up");
    place.addEventListener("click", ({ target }) => target.dataset.language && this.#choose(target.dataset.language));
    this.#begin();
  }

  async #begin() {
    this.#shown = await load("/set-up.json");
    const asked = new URLSearchParams(location.search).get("lang");
    if (asked) this.#choose(asked);
    else this.#turning = setInterval(() => this.#draw(this.#now + 1), TURN_MS);
    this.#draw(this.#now);
  }

  // Whoever touches a language keeps it.
  #choose(tag) {
    clearInterval(this.#turning);
    this.#draw(this.#shown.spoken.findIndex((each) => each.code === tag));
  }

  #draw(place) {
    const { spoken } = this.#shown;
    this.#now = Math.max(0, place) % spoken.length;
    const said = spoken[this.#now];
    if (!said) return;
    this.#place.lang = said.code;
    this.#place.replaceChildren(
      html(
        "div",
        { class: "set-up-steps" },
        html("h1", {}, said.title),
        html("p", { class: "set-up-what" }, said.what),
        html("ol", {}, ...said.steps.map((step) => html("li", {}, step))),
        html("p", {}, said.goes),
      ),
      door(this.#shown, said),
      html("nav", { class: "set-up-languages" }, ...spoken.map(tongue(said.code))),
    );
  }
}
