// What every screen shares: its clothes, the link to the table, and the sign that says data is old.

import { html } from "/shared/dom.js";
import { Link } from "../parts/link.js";
import { dressPage, poster } from "../parts/poster.js";
import { words } from "../words/words.js";

const STALE_MS = 3000;
const AGAIN_MS = 5000;

function staleSign() {
  const sign = html("aside", { class: "stale", role: "status" }, words.waitingForTable);
  document.body.append(sign);
  return sign;
}

// A poster that did not come is asked for again with the whole page.
function askAgain() {
  setTimeout(() => location.reload(), AGAIN_MS);
}

// A screen has start(poster), and show(view) for every picture of the table.
export function open(name, screen) {
  dressPage();
  document.body.dataset.screen = name;
  if (poster.page) screen.start(poster);
  else askAgain();
  follow(name, screen, staleSign());
}

function follow(name, screen, sign) {
  let known = false;
  const link = {
    show({ view }) {
      if (!poster.page) return;
      known = true;
      document.body.toggleAttribute("data-held", view.held);
      screen.show(view);
      document.body.dataset.number = view.number;
    },
    age(ms) {
      const stale = ms > STALE_MS;
      sign.hidden = known && !stale;
      sign.textContent = stale ? words.noData(Math.floor(ms / 1000)) : words.waitingForTable;
      document.body.toggleAttribute("data-stale", stale);
    },
  };
  new Link(link, name).start();
}
