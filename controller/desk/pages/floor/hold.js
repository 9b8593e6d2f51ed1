// A hold: one cause, seen against expected, the steps before, and rulings. Choosing is not doing.

import { html } from "/shared/dom.js";
import { choice, control } from "/kit/controls.js";
import { dismiss } from "/kit/dialogs.js";
import { act, look } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { language, say } from "/kit/words.js";
import { clock, line, said, small } from "./lines.js";
import { isNamed, namedAs, namingKeys } from "./naming.js";

let held = null;
let chosen = null;
let named = [];
let leads = null;
let isBeginning = false;
let isGiving = false;
// The hold that a ruling of this page has ended: its receipt may come before the picture without it.
let ended = null;
const why = html("input", { class: "why", maxlength: 200, autocomplete: "off", placeholder: say("note"), "aria-label": say("note") });

export function forgetChoice() {
  held = chosen = leads = null;
  named = [];
  why.value = "";
}

// Somebody else ended the hold this page was opened for: a question about it is closed, and the person told,
// before anything is confirmed. What this page has sent itself is answered by its receipt.
export function tellIfOver({ hold, receipt }) {
  if (held === null || held === ended || hold?.row === held) return;
  const wasAsked = dismiss();
  if (isGiving && !wasAsked) return;
  const ruled = receipt && receipt.row > held ? [receipt.who, receipt.said.text].filter(Boolean).join(": ") : say("by-itself-over");
  note(say("hold-over", { ruled }), "refusal");
}

export function isNewHold(hold) {
  const isNew = hold !== null && hold?.row !== held;
  if (isNew) {
    forgetChoice();
    held = hold.row;
  }
  return isNew;
}

const ruling = (offer) => ({ ruling: offer.ruling, note: why.value, ...namedAs(offer, named) });

const begin = (hold, from) => act({ kind: "begin_ruling", held_row: hold.row, from_person: from || null });

async function choose(hold, offer, person, redraw) {
  [chosen, named, leads] = [offer.ruling, [], null];
  redraw();
  if (!hold.row || hold.ruler === person || isBeginning) return;
  isBeginning = true;
  redraw();
  await begin(hold, null);
  isBeginning = false;
  redraw();
}

async function name(offer, key, redraw) {
  const mine = key === "again" ? [] : [...named, key];
  [named, leads] = [mine, null];
  redraw();
  if (!isNamed(offer, named)) return;
  const found = await look({ kind: "try_ruling", chosen: ruling(offer), language });
  // Something else was named meanwhile: its own answer comes.
  if (named !== mine) return;
  leads = found;
  redraw();
}

async function give(hold, offer) {
  isGiving = true;
  const receipt = await act({ kind: "give_ruling", chosen: ruling(offer), held_row: hold.row, language });
  isGiving = false;
  if (!receipt) return;
  ended = hold.row;
  note(`${receipt.said.text} · ${say("receipt", { row: receipt.row })}`);
}

const panel = (title, content, kind) => html("section", { class: `panel ${kind}`, "data-panel": kind }, html("h3", {}, say(title)), content);

const head = (hold) =>
  html(
    "header",
    { class: "cause" },
    html("h2", { "data-cause": "" }, hold.cause),
    html("p", {}, hold.since_ms ? say("held-since", { time: clock(hold.since_ms) }) : ""),
  );

const offerKey = (hold, offer, person, redraw, isChosen) =>
  choice(hold.row, offer.label, () => choose(hold, offer, person, redraw), {
    name: `offer-${offer.ruling}`,
    tone: isChosen ? "chosen" : "",
    hint: offer.does,
  });

// The page that still asks who rules takes no confirmation: the key says so.
function giveKey(hold, offer) {
  const node = control(say("give", offer), () => give(hold, offer), { name: "give", tone: offer.ruling === "void-round" ? "danger" : "yes" });
  node.setAttribute("aria-disabled", String(isBeginning));
  return node;
}

function outcome(offer) {
  const to = offer.needs ? leads : offer.leads;
  if (!to) return null;
  const steps = to.refused ? [html("li", { class: "refusal" }, to.refused)] : to.steps.map((text) => html("li", {}, text));
  const again = to.held ? html("li", { class: "refusal" }, say("held-again", { cause: to.held })) : null;
  return html("div", { class: "leads", "data-leads": "" }, html("h3", {}, say("leads")), html("ol", {}, steps, again));
}

const isReady = (offer) => !offer.needs || (isNamed(offer, named) && leads && !leads.refused);

function rulings(hold, person, redraw) {
  const offer = hold.offers.find(({ ruling: code }) => code === chosen) ?? hold.offers[0];
  if (!offer) return html("p", { class: "next" }, say("no-ruling"));
  return [
    html("p", { class: "choose" }, say("choose")),
    html("div", { class: "offers" }, hold.offers.map((each) => offerKey(hold, each, person, redraw, each === offer))),
    offer.needs ? namingKeys(offer, named, (key) => name(offer, key, redraw)) : null,
    outcome(offer),
    why,
    isReady(offer) ? giveKey(hold, offer) : null,
  ];
}

const otherRules = (hold) =>
  html(
    "div",
    { class: "other-rules", "data-ruler": hold.ruler },
    html("p", {}, say("other-rules", { person: hold.ruler })),
    control(say("take-over"), () => begin(hold, hold.ruler), {
      name: "take-over",
      sure: say("take-over-sure", { person: hold.ruler }),
    }),
  );

function mayDo(shown, person, redraw) {
  const { hold } = shown;
  if (!shown.may_rule) return html("p", { class: "next" }, say("look-only"));
  if (hold.ruler && hold.ruler !== person) return otherRules(hold);
  return rulings(hold, person, redraw);
}

export const drawHold = (shown, person, redraw) =>
  html(
    "article",
    { class: "hold", "data-hold": shown.hold.row, "data-ruled-by": shown.hold.ruler },
    head(shown.hold),
    html(
      "div",
      { class: "facts" },
      panel("seen", said(shown.hold.seen), "seen"),
      panel("expected", shown.hold.expected.map(said), "expected"),
    ),
    html(
      "section",
      { class: "rulings" },
      shown.hold.ends_by_itself ? html("p", { class: "by-itself" }, say("by-itself")) : null,
      mayDo(shown, person, redraw),
    ),
    html(
      "div",
      { class: "past" },
      panel("before", shown.hold.last.map(line), "before"),
      shown.hold.waiting.length ? panel("waiting", html("div", { class: "queue" }, shown.hold.waiting.map(small)), "waiting") : null,
    ),
  );
