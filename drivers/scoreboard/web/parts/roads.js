// Bead plate and big road: six rows, as many columns as fit, scrolled to the newest hand.

import { svg } from "./dom.js";
import { bead, looseTies, ring } from "./marks.js";

const ROWS = 6;
const SPARE = 1;

function grid(columns) {
  const lines = [];
  for (let x = 0; x <= columns; x += 1) lines.push(`M${x} 0 V${ROWS}`);
  for (let y = 0; y <= ROWS; y += 1) lines.push(`M0 ${y} H${columns}`);
  return svg("path", { class: "grid", d: lines.join(" ") });
}

// First column to show: the right end stays in view, and so does the newest hand.
export function firstColumn(cells, columns) {
  if (!cells.length) return 0;
  const end = Math.max(...cells.map((cell) => cell.column)) + 1;
  const room = end > columns ? SPARE : 0;
  return Math.max(0, Math.min(end + room - columns, cells.at(-1).column));
}

function place(cell, first, mark) {
  mark.setAttribute("transform", `translate(${cell.column - first + 0.5} ${cell.row + 0.5})`);
  return mark;
}

class Road {
  #plate;
  #draw;
  #cells = [];
  #loose = 0;
  #fresh = false;

  constructor(plate, draw) {
    this.#plate = plate;
    this.#draw = draw;
    new ResizeObserver(() => this.#paint()).observe(plate);
  }

  show(cells, loose = 0) {
    if (JSON.stringify([cells, loose]) === JSON.stringify([this.#cells, this.#loose])) return;
    this.#fresh = cells.length === this.#cells.length + 1;
    this.#cells = cells;
    this.#loose = loose;
    this.#paint();
  }

  #paint() {
    const { clientWidth, clientHeight } = this.#plate;
    if (!clientWidth || !clientHeight) return;
    const columns = Math.max(1, Math.ceil((clientWidth * ROWS) / clientHeight));
    const first = firstColumn(this.#cells, columns);
    const marks = this.#cells
      .filter((cell) => cell.column >= first)
      .map((cell) => place(cell, first, this.#draw(cell)));
    if (this.#fresh) marks.at(-1)?.classList.add("fresh");
    if (this.#loose) marks.push(place({ column: 0, row: 0 }, 0, looseTies(this.#loose)));
    const viewBox = `-0.02 -0.02 ${columns + 0.04} ${ROWS + 0.04}`;
    this.#plate.replaceChildren(
      svg("svg", { viewBox, preserveAspectRatio: "xMinYMid" }, grid(columns), marks),
    );
  }
}

export class BeadPlate extends Road {
  constructor(plate) {
    super(plate, bead);
  }

  showShoe(roads) {
    this.show(roads.bead_plate);
  }
}

export class BigRoad extends Road {
  constructor(plate) {
    super(plate, ring);
  }

  // Ties before any result wait in the first cell.
  showShoe(roads) {
    this.show(roads.big_road, roads.big_road.length ? 0 : roads.leading_ties);
  }
}
