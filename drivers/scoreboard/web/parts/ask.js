// What the derived roads would take if the next hand were the banker's or the player's.

import { html } from "/shared/dom.js";
import { badge, derivedMark, icon, SIDES } from "./marks.js";
import { words } from "../words/words.js";

const ROADS = ["big_eye_boy", "small_road", "cockroach_pig"];
const ASKED = ["banker", "player"];

const mark = (road, colour) =>
  html(
    "span",
    { class: "ask-mark", "data-road": road, "data-colour": colour ?? "none" },
    colour ? icon(derivedMark(road, colour)) : "–",
  );

const row = (side, next) =>
  html(
    "span",
    { class: `ask-row of-${side}`, "data-ask": side },
    badge(SIDES[side]),
    ROADS.map((road) => mark(road, next?.[side]?.[road])),
  );

export const drawAsk = ({ next }) => [
  html("span", { class: "ask-word" }, words.next),
  ASKED.map((side) => row(side, next)),
];
