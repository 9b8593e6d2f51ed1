// Hands that lie face up and no device reads: card after card on one sheet, the bank's hand first.

import { card } from "/shared/cards.js";
import { html } from "/shared/dom.js";
import { tile } from "/shared/tiles.js";
import { say } from "/kit/words.js";
import { key } from "./keys.js";
import { keyIn } from "./sending.js";
import { sheet } from "./sheets.js";

const SUITS = ["s", "h", "c", "d"];
const TILES = "66 11 44 31 55 33 22 65 64 61 51 63 54 62 53 43 52 42 41 32 21".split(" ");
const TWINS = new Set(TILES.slice(0, 11));

const sizeOf = ({ rows }) => rows.reduce((sum, count) => sum + count, 0);
const same = (one, other) => one?.seat === other?.seat;

// What was chosen for each hand stays while the sheet is open, so that no card is chosen twice.
class Choosing {
  #picture;
  #chosen = new Map();
  #at;

  constructor(picture) {
    this.#picture = picture;
    this.#at = this.hands.find(({ is_shown: isShown }) => !isShown) ?? this.hands[0];
  }

  get offer() {
    return this.#picture().offer;
  }

  get hands() {
    return this.offer.hands;
  }

  get hand() {
    return this.#at;
  }

  set hand(hand) {
    this.#at = hand;
  }

  get held() {
    return this.#chosen.get(this.#at.seat) ?? [];
  }

  get isWhole() {
    return this.held.length === sizeOf(this.#at);
  }

  name({ seat }) {
    if (seat === null) return say("middle");
    const isBank = this.#picture().seats.some((each) => each.seat === seat && each.is_bank);
    return isBank ? say("bank") : say("seat", { seat });
  }

  // A face is free as often as the game has it.
  isFree(face) {
    const times = [...this.#chosen.values()].flat().filter((each) => each === face).length;
    return times < this.#most(face) && !this.isWhole;
  }

  #most(face) {
    if (this.#at.of_tiles) return TWINS.has(face) ? 2 : 1;
    return face === "Jo" ? this.offer.jokers : this.offer.decks;
  }

  add(face) {
    if (this.isFree(face)) this.#chosen.set(this.#at.seat, [...this.held, face]);
  }

  drop() {
    this.#chosen.set(this.#at.seat, this.held.slice(0, -1));
  }

  // The next hand that nobody has seen comes by itself; false when there is none.
  next() {
    const left = this.hands.filter((each) => !each.is_shown && !same(each, this.#at) && !this.#chosen.has(each.seat));
    this.#at = left[0] ?? this.#at;
    return left.length > 0;
  }
}

function slots({ hand, held }) {
  const draw = hand.of_tiles ? tile : card;
  let before = 0;
  return hand.rows.map((count) => {
    const row = Array.from({ length: count }, (_, nth) => held[before + nth]);
    before += count;
    return html("span", { class: "row" }, row.map((face) => (face ? draw(face) : html("i", { class: "slot" }))));
  });
}

function faces({ offer, hand }) {
  if (hand.of_tiles) return TILES;
  const cards = SUITS.flatMap((suit) => [...offer.ranks].map((rank) => rank + suit));
  return offer.jokers ? [...cards, "Jo"] : cards;
}

export function handSheet(picture) {
  const choosing = new Choosing(picture);
  sheet("hands", say("show-hands"), (close) => {
    const body = html("div", { class: "hands" });
    const show = () => {
      const { hand, held } = choosing;
      const event = { kind: "hand_shown", seat: hand.seat, [hand.of_tiles ? "tiles" : "cards"]: held };
      keyIn([{ device: hand.device, event }], choosing.name(hand));
      if (choosing.next()) draw();
      else close();
    };
    const touch = (change) => () => {
      change();
      draw();
    };
    const tabs = () =>
      choosing.hands.map((each) =>
        key(choosing.name(each), touch(() => (choosing.hand = each)), { name: `hand-${each.seat ?? "middle"}`, isOn: same(each, choosing.hand) }),
      );
    // The keys stay where they are while one hand is keyed in: only what they may do changes.
    const grid = html("div", { class: "grid" });
    const fill = () => {
      const draw = choosing.hand.of_tiles ? tile : card;
      const keys = faces(choosing).map((face) => key(draw(face), touch(() => choosing.add(face)), { name: `face-${face}` }));
      grid.replaceChildren(...keys);
      grid.dataset.of = choosing.hand.of_tiles ? "tiles" : "cards";
    };
    const draw = () => {
      body.querySelector(".tabs").replaceChildren(...tabs());
      body.querySelector(".chosen").replaceChildren(...slots(choosing));
      for (const node of grid.children) node.toggleAttribute("data-gone", !choosing.isFree(node.dataset.key.slice(5)));
      put.toggleAttribute("data-gone", !choosing.isWhole);
    };
    const put = key(say("show"), () => choosing.isWhole && show(), { name: "show", tone: "main" });
    const off = key(say("last-off"), touch(() => choosing.drop()), { name: "last-off", tone: "quiet" });
    body.append(html("div", { class: "tabs" }), html("div", { class: "line" }, html("div", { class: "chosen" }), off, put), grid);
    fill();
    draw();
    return [body];
  });
}
