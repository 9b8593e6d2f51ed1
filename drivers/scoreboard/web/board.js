// The kiosk page: draws each view as it comes, and says so when none does.

import { html, paint, part } from "./parts/dom.js";
import { Link } from "./parts/link.js";
import { drawCoup } from "./parts/coup.js";
import { drawDice } from "./parts/dice.js";
import { drawPlaces } from "./parts/places.js";
import { roadKey } from "./parts/marks.js";
import { BeadPlate, BigRoad } from "./parts/roads.js";
import { Countdown, drawState } from "./parts/state.js";
import { drawTallies } from "./parts/tallies.js";
import { words } from "./words/en.js";

const STALE_MS = 3000;
const LONG_NAME = 24;
const NO_ROADS = { bead_plate: [], big_road: [], leading_ties: 0 };

const beadPlate = new BeadPlate(part("bead-plate"));
const bigRoad = new BigRoad(part("big-road"));
const countdown = new Countdown();

function drawHead({ table, game, limits, collection }) {
  return [
    html("p", { class: "table-name", "data-value": "table" }, words.table(table)),
    html("h1", { "data-value": "game", class: game.length > LONG_NAME ? "long" : "" }, game),
    limits &&
      html(
        "p",
        { class: "limits" },
        html("span", {}, words.limits),
        html("b", { "data-value": "limits" }, `${words.money(limits.lowest)} – ${words.money(limits.highest)}`),
      ),
    collection &&
      html(
        "p",
        { class: "limits" },
        html("span", {}, words.collection),
        html("b", { "data-value": "collection" }, collection),
      ),
  ];
}

function screenOf(view) {
  if (view.family === "signage") return "signage";
  return view.family === "baccarat" ? "roads" : "seats";
}

function showState(view, timerLeftMs) {
  const timed = timerLeftMs !== null;
  const { state, round, places } = view;
  part("state").dataset.state = state;
  paint(part("state"), { state, round, offered: places.offered, timed }, drawState);
  countdown.set(timerLeftMs, view.timer_s);
}

const screen = {
  known: false,

  show({ view, timer_left_ms: timerLeftMs }) {
    this.known = true;
    document.body.dataset.screen = screenOf(view);
    document.body.toggleAttribute("data-held", view.held);
    const { table, game_name: game, limits, collection } = view;
    paint(part("head"), { table, game, limits, collection }, drawHead);
    showState(view, timerLeftMs);
    paint(part("coup"), view.coup, drawCoup);
    paint(part("draw"), { dice: view.dice, deck_colour: view.deck_colour, places: view.places }, drawDice);
    paint(part("places"), view.places, drawPlaces);
    paint(part("tallies"), { shoe: view.shoe, previous: view.previous }, drawTallies);
    const roads = view.shoe?.roads ?? NO_ROADS;
    beadPlate.showShoe(roads);
    bigRoad.showShoe(roads);
    document.body.dataset.number = view.number;
  },

  age(ms) {
    countdown.tick();
    const stale = ms > STALE_MS;
    const sign = part("stale");
    sign.hidden = !stale && this.known;
    sign.textContent = stale ? words.noData(Math.floor(ms / 1000)) : words.waitingForTable;
    document.body.toggleAttribute("data-stale", stale);
  },
};

for (const node of document.querySelectorAll("[data-word]")) node.textContent = words[node.dataset.word];
part("key").append(...roadKey());
new Link(screen).start();
