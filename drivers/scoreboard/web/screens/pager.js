// Pages that do not fit at once take turns; dots say which of them is shown.

import { html } from "/shared/dom.js";

const TURN_MS = 12_000;

export class Pager {
  #dots;
  #pages = [];
  #shown = 0;

  constructor(dots) {
    this.#dots = dots;
    setInterval(() => this.#turnTo(this.#shown + 1), TURN_MS);
  }

  set(pages) {
    this.#pages = pages;
    this.#dots.replaceChildren(...(pages.length > 1 ? pages.map(() => html("span", { class: "dot" })) : []));
    this.#turnTo(this.#shown);
  }

  // Bring the page into view on which something is to be seen.
  reveal(node) {
    const page = this.#pages.findIndex((each) => each.contains(node));
    if (page >= 0) this.#turnTo(page);
  }

  #turnTo(number) {
    if (!this.#pages.length) return;
    this.#shown = number % this.#pages.length;
    this.#pages.forEach((page, index) => page.toggleAttribute("data-shown", index === this.#shown));
    [...this.#dots.children].forEach((dot, index) => dot.classList.toggle("now", index === this.#shown));
  }
}
