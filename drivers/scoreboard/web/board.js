// The kiosk page: draws each view as it comes, and says so when none does.

import { paint, part } from "/shared/dom.js";
import { drawAsk } from "./parts/ask.js";
import { drawCoup } from "./parts/coup.js";
import { drawHead } from "./parts/head.js";
import { IdleWatch } from "./parts/idle.js";
import { Link } from "./parts/link.js";
import { roadKey } from "./parts/marks.js";
import { drawPlaces } from "./parts/places.js";
import { dressPage, poster } from "./parts/poster.js";
import { FiveRoads } from "./parts/roads.js";
import { SettingUp } from "./parts/set_up.js";
import { Countdown, drawState } from "./parts/state.js";
import { drawTallies } from "./parts/tallies.js";
import { SeatsBoard } from "./seats/board.js";
import { words } from "./words/words.js";

const STALE_MS = 3000;
const BRAND = { logo: poster.logo, room_name: poster.room_name, wagers: poster.wagers };
const NO_ROADS = { bead_plate: [], big_road: [], leading_ties: 0 };

// Each family has its view in a file of its own; the server knows which there are.
const { family } = await import(`./families/${poster.board}.js`);
const isRoads = family.layout === "roads";
const roads = isRoads ? new FiveRoads(part) : null;
const seats = family.layout === "seats" ? new SeatsBoard(family) : null;
const countdown = new Countdown();
const idle = poster.set_up ? new IdleWatch(0, SettingUp) : new IdleWatch();

function showState(view, timerLeftMs) {
  const timed = timerLeftMs !== null;
  const { state, round, places } = view;
  part("state").dataset.state = state;
  paint(part("state"), { state, round, offered: places.offered, timed }, drawState);
  countdown.set(timerLeftMs, view.timer_s);
}

function showShoe(view) {
  const shown = view.shoe?.roads ?? NO_ROADS;
  paint(part("tallies"), { shoe: view.shoe && { ...view.shoe, roads: null }, previous: view.previous }, drawTallies);
  part("ask").hidden = !poster.ask;
  if (poster.ask) paint(part("ask"), { next: shown.next ?? null }, drawAsk);
  roads.show(shown);
}

function showCoup(view) {
  paint(part("coup"), view.coup, drawCoup);
  paint(part("places"), view.places, drawPlaces);
  showShoe(view);
}

export const screen = {
  known: false,
  doing: "",

  show({ view, timer_left_ms: timerLeftMs }) {
    this.known = true;
    document.body.dataset.screen = family.layout;
    document.body.toggleAttribute("data-held", view.held);
    const { table, game_name: game, limits, collection } = view;
    paint(part("head"), { table, game, limits, collection, poster: BRAND }, drawHead);
    showState(view, timerLeftMs);
    if (isRoads) showCoup(view);
    seats?.show(view);
    this.watchPlay(view);
    document.body.dataset.number = view.number;
  },

  // The same picture comes again and again with other numbers; only play wakes a resting screen.
  watchPlay({ held, state, round, places, coup, shoe }) {
    const doing = JSON.stringify([held, state, round, places, coup, shoe?.number, shoe?.figures.hands]);
    if (doing !== this.doing) idle.see({ held, state, places });
    this.doing = doing;
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

dressPage();
for (const node of document.querySelectorAll("[data-word]")) node.textContent = words[node.dataset.word];
part("key").append(...roadKey());
new Link(screen, "kiosk").start();
