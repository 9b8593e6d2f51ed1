// The five roads: six rows, as many columns as fit, scrolled to the newest hand. New marks are added, not redrawn.

import { svg } from "/shared/dom.js";
import { bead, derivedMark, ring } from "./marks.js";

const ROWS = 6;
const SPARE = 1;
const GLOWS_UP_TO = 2;

export function gridLines(columns) {
  const lines = [];
  for (let x = 0; x <= columns; x += 1) lines.push(`M${x} 0 V${ROWS}`);
  for (let y = 0; y <= ROWS; y += 1) lines.push(`M0 ${y} H${columns}`);
  return lines.join(" ");
}

// First column to show: the right end stays in view, and so does the newest hand.
export function firstColumn(cells, columns) {
  if (!cells.length) return 0;
  const end = cells.reduce((most, cell) => Math.max(most, cell.column), 0) + 1;
  const room = end > columns ? SPARE : 0;
  return Math.max(0, Math.min(end + room - columns, cells.at(-1).column));
}

const at = ({ column, row }) => `translate(${column + 0.5} ${row + 0.5})`;

export class Road {
  #plate;
  #draw;
  #cells = [];
  #keys = [];
  #columns = 1;
  #begun = false;
  #grid = svg("path", { class: "grid" });
  #halo = svg("rect", { class: "newest", x: -0.5, y: -0.5, width: 1, height: 1 });
  #marks = svg("g", { class: "marks" });
  #canvas;

  // `draw` makes the mark of one cell.
  constructor(plate, draw) {
    this.#plate = plate;
    this.#draw = draw;
    this.#canvas = svg("svg", { preserveAspectRatio: "none" }, this.#grid, this.#marks);
    plate.replaceChildren(this.#canvas);
    new ResizeObserver(() => this.#fit()).observe(plate);
  }

  show(cells) {
    const keys = cells.map((cell) => JSON.stringify(cell));
    let same = 0;
    while (same < keys.length && keys[same] === this.#keys[same]) same += 1;
    const changed = same < keys.length || same < this.#keys.length;
    const begun = this.#begun;
    this.#begun = true;
    if (!changed) return;
    this.#replaceFrom(same, cells);
    this.#cells = cells;
    this.#keys = keys;
    this.#showNewest(begun && keys.length - same <= GLOWS_UP_TO);
    this.#scroll();
  }

  #replaceFrom(same, cells) {
    const nodes = this.#marks.querySelectorAll(":scope > .mark");
    for (let index = same; index < nodes.length; index += 1) nodes[index].remove();
    const added = cells.slice(same).map((cell) => svg("g", { class: "mark", transform: at(cell) }, this.#draw(cell)));
    this.#marks.append(...added);
  }

  // The last hand stands on a lit cell; it pulses while it is news. The mark itself is there at once.
  #showNewest(fresh) {
    this.#halo.remove();
    const newest = this.#cells.at(-1);
    if (!newest) return;
    this.#halo.setAttribute("class", fresh ? "newest fresh" : "newest");
    this.#halo.setAttribute("transform", at(newest));
    this.#marks.prepend(this.#halo);
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#plate;
    if (!clientWidth || !clientHeight) return;
    // The nearest whole number of columns: cells are square to within one part in fifty.
    this.#columns = Math.max(1, Math.round((clientWidth * ROWS) / clientHeight));
    this.#grid.setAttribute("d", gridLines(this.#columns));
    this.#canvas.setAttribute("viewBox", `-0.02 -0.02 ${this.#columns + 0.04} ${ROWS + 0.04}`);
    this.#scroll();
  }

  #scroll() {
    const first = firstColumn(this.#cells, this.#columns);
    this.#marks.setAttribute("transform", `translate(${-first} 0)`);
    this.#plate.dataset.first = first;
    this.#plate.dataset.columns = this.#columns;
  }
}

// Ties before any result wait in the first cell of the big road.
export function bigRoadCells({ big_road: cells, leading_ties: ties }) {
  if (cells.length || !ties) return cells;
  return [{ column: 0, row: 0, winner: null, ties, bonuses: [] }];
}

const DERIVED = ["big_eye_boy", "small_road", "cockroach_pig"];

// All five roads; `plateOf` finds the element a road is drawn in.
export class FiveRoads {
  #roads;

  constructor(plateOf) {
    const derived = DERIVED.map((road) => [
      (roads) => roads[road] ?? [],
      new Road(plateOf(road.replaceAll("_", "-")), (cell) => derivedMark(road, cell.colour)),
    ]);
    this.#roads = [
      [(roads) => roads.bead_plate, new Road(plateOf("bead-plate"), bead)],
      [bigRoadCells, new Road(plateOf("big-road"), ring)],
      ...derived,
    ];
  }

  show(roads) {
    for (const [cells, road] of this.#roads) road.show(cells(roads));
  }
}
