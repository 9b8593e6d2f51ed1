// The scorecard of one shoe, to print or to keep: the address names the shoe, else it is the one in play.

import { html, paint, part } from "/shared/dom.js";
import { Link } from "./parts/link.js";
import { dressPage, poster } from "./parts/poster.js";
import { drawCard } from "./screens/paper.js";
import { drawRounds } from "./screens/rounds_paper.js";
import { words } from "./words/words.js";

const AGAIN_MS = 1000;
const STALE_MS = 3000;
const SIZES = new Set(["a4", "letter"]);

const asked = new URLSearchParams(location.search);
const wanted = asked.get("shoe");
// Paper for a printer that takes one look: nothing to follow, nothing to press.
const still = asked.has("still");

const later = (ms) => new Promise((done) => setTimeout(done, ms));

const get = (address) => fetch(address, { cache: "no-store" });

// The record may still be read: a shoe that is not known yet is asked for again.
async function shoes() {
  for (;;) {
    const answer = await get("/shoes.json").catch(() => null);
    const list = answer?.ok ? await answer.json() : null;
    if (list && !(list.is_reading && isMissing(list))) return list;
    await later(AGAIN_MS);
  }
}

const isMissing = (list) => wanted !== null && !list.shoes.some((shoe) => String(shoe.number) === wanted);

async function cardOf(number) {
  if (number === null || number === undefined) return null;
  const answer = await get(`/shoe.json?number=${encodeURIComponent(number)}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function goTo(number) {
  asked.set("shoe", number);
  location.search = asked.toString();
}

function picker(list, number) {
  const option = (shoe) =>
    html(
      "option",
      { value: shoe.number, selected: String(shoe.number) === String(number) },
      `${words.shoe(shoe.number)} · ${shoe.hands} ${words.hands(shoe.hands)}`,
    );
  const select = html("select", { "aria-label": words.scorecard }, list.shoes.map(option).reverse());
  select.addEventListener("change", () => goTo(select.value));
  return select;
}

function printButton() {
  const button = html("button", { type: "button" }, words.print);
  button.addEventListener("click", () => print());
  return button;
}

const missing = () => html("p", { class: "missing" }, words.noShoe);

// A game without roads has the rounds of its shift on its card.
const hasRoads = poster.board === "baccarat";

async function showRounds() {
  const answer = await get("/rounds.json").catch(() => null);
  if (!answer?.ok) return;
  const list = await answer.json();
  if (!still) paint(part("bar"), "", () => [html("span", {}, words.scorecard), printButton()]);
  paint(part("paper"), list, () => drawRounds(list, poster));
  document.title = `${poster.table} ${words.scorecard}`;
  document.body.dataset.shoe = "rounds";
}

async function showShoe() {
  const list = await shoes();
  const number = wanted ?? list.current ?? list.shoes.at(-1)?.number;
  const card = await cardOf(number);
  if (!still) paint(part("bar"), [list, number], () => [picker(list, number), printButton()]);
  paint(part("paper"), card, () => (card ? drawCard(card, poster) : missing()));
  document.title = card ? `${poster.table} ${words.shoe(card.number)}` : words.scorecard;
  document.body.dataset.shoe = card?.number ?? "none";
}

const show = hasRoads ? showShoe : showRounds;

function follow() {
  let hands = null;
  const screen = {
    show({ view }) {
      const now = `${view.shoe?.number} ${view.shoe?.figures.hands} ${view.state} ${view.history?.rounds.at(-1)?.round}`;
      if (now !== hands) show();
      hands = now;
      document.body.dataset.number = view.number;
    },
    age(ms) {
      document.body.toggleAttribute("data-stale", ms > STALE_MS);
    },
  };
  new Link(screen, "scorecard").start();
}

// A printer that is not asked for its paper is told here.
function setPaper(size) {
  const [sheet] = [...document.styleSheets].filter(({ href }) => href?.endsWith("/scorecard.css"));
  if (SIZES.has(size)) sheet?.insertRule(`@page { size: ${size} portrait; }`, sheet.cssRules.length);
}

dressPage();
setPaper(asked.get("paper"));
show();
if (!still) follow();
