// Settling as a walk: one seat after the other, what each wager does there, and a key to the next.

import { html } from "/shared/dom.js";
import { say } from "/kit/words.js";
import { key } from "./keys.js";

let at = 0;
let of = "";

// The seat that is settled now; nothing when all are, or nothing is.
export const walkedSeat = ({ walk }) => walk[at]?.seat ?? null;

export const isWalked = ({ walk }) => at >= walk.length;

// A walk begins anew with each round and stage.
export function follow({ round, walk, prompt }) {
  const now = JSON.stringify([round, walk, prompt]);
  if (now !== of) at = 0;
  of = now;
}

export function walkKeys(shown, redraw) {
  const go = (step) => () => {
    at = Math.min(Math.max(at + step, 0), shown.walk.length);
    redraw();
  };
  const back = at > 0 ? [key(say("back"), go(-1), { name: "walk-back", tone: "quiet" })] : [];
  return isWalked(shown) ? back : [key(say("next"), go(1), { name: "walk-next", tone: "main" }), ...back];
}

export function walkSheet({ walk }) {
  const step = walk[at];
  if (!step) return html("section", { class: "walk" }, html("h2", {}, say("walked")));
  const deeds = step.deeds.map(({ text, result }) => html("li", { "data-result": result || "compare" }, text));
  const dots = walk.map(({ seat }, nth) => html("span", { "data-now": nth === at || null, "data-done": nth < at || null }, seat));
  return html(
    "section",
    { class: "walk", "data-seat": step.seat },
    html("h2", {}, say("settle-at", { seat: step.seat })),
    html("ul", {}, deeds),
    html("p", { class: "way" }, dots),
  );
}
