// The board of a game played at seats: table, count, pays and history; a family says what is its own.

import { html, paint, part } from "/shared/dom.js";
import { drawActions, drawHistory } from "./history.js";
import { Pays } from "./pays.js";
import { drawTable, tableOf } from "./table.js";
import { Walk } from "./walk.js";

export class SeatsBoard {
  #family;
  #walk = new Walk(part("places"));
  #pays = new Pays();

  constructor(family) {
    this.#family = family;
    this.#pays.start();
  }

  show(view) {
    const { backs, aside, rows } = this.#family;
    paint(part("places"), tableOf(view), (data) => drawTable(data, { backs }));
    this.#walk.show(view.round, view.count);
    const { dice, count, places, lying, state } = view;
    const { windows, window } = lying;
    paint(part("draw"), { dice, count, places, state, lying: { windows, window } }, aside);
    paint(part("history"), view.history, (history) =>
      history ? drawHistory(history, rows) : html("p", { class: "quiet" }, ""));
    paint(part("actions"), view.history?.actions ?? [], (actions) => (actions.length ? drawActions(actions) : []));
    this.#pays.show(view.hits);
    document.body.setAttribute("data-begun", "");
  }
}
