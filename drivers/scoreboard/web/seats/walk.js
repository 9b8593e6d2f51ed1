// The count as a walk: seat after seat is lit until the counted one, which stays lit. Walked once a round.

const STEP_MS = 260;

export class Walk {
  #table;
  #key = "";
  #walk = [];
  #step = 0;
  #timer = null;

  // `table` is the part the large table is drawn in; it may be drawn anew at any moment of the walk.
  constructor(table) {
    this.#table = table;
  }

  show(round, count) {
    const key = count ? JSON.stringify([round, count.walk]) : "";
    if (key !== this.#key) this.#begin(key, count?.walk ?? []);
    this.#light();
  }

  // A page that has just been opened, or wants less motion, shows where the count ended.
  #begin(key, walk) {
    const isNews = document.body.hasAttribute("data-begun");
    clearInterval(this.#timer);
    [this.#key, this.#walk] = [key, walk];
    const still = !isNews || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#step = still ? walk.length : Math.min(1, walk.length);
    if (this.#step < walk.length) this.#timer = setInterval(() => this.#next(), STEP_MS);
  }

  #next() {
    this.#step += 1;
    if (this.#step >= this.#walk.length) clearInterval(this.#timer);
    this.#light();
  }

  #light() {
    const now = this.#walk[this.#step - 1];
    const done = this.#step >= this.#walk.length;
    for (const chair of this.#table.querySelectorAll("[data-seat]")) {
      const here = Number(chair.dataset.seat) === now;
      chair.classList.toggle("counting", here && !done);
      chair.classList.toggle("counted", here && done);
    }
    this.#table.dataset.step = this.#step;
    this.#table.toggleAttribute("data-walking", !done);
  }
}
