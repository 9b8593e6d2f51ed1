// The log-in page: choose a name, give the PIN.

import { html, part } from "/shared/dom.js";
import { control } from "./controls.js";
import { goTo } from "./departure.js";
import { settle } from "./guard.js";
import { keypad } from "./keypad.js";
import { note } from "./notes.js";
import { languageChoice } from "./languages.js";
import { say } from "./words.js";

const AGAIN_MS = 3000;

// Only a page of our own: an address that leads elsewhere leads to the start page.
function destination() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return /^\/[a-z-]+$/.test(to) ? to : "/start";
}

async function names() {
  try {
    return await (await fetch("/names.json", { cache: "no-store" })).json();
  } catch {
    return { people: [], trouble: say("no-server") };
  }
}

async function logIn(person, pin) {
  const answer = await fetch("/log-in", { method: "POST", body: JSON.stringify({ person, pin }) }).catch(() => null);
  if (!answer) return note(say("no-server"), "refusal");
  const said = await answer.json();
  if (!answer.ok) return note(said.text, "refusal");
  if (!said.notices.length) return goTo(destination());
  return drawNotices(said.notices);
}

// What happened under this name while nobody was here is read before anything else.
function drawNotices(notices) {
  settle();
  note("");
  part("page").replaceChildren(
    html("div", { class: "notices" }, notices.map((text) => html("p", {}, text))),
    control(say("understood"), () => goTo(destination()), { tone: "yes", quiet: true, name: "understood" }),
  );
}

function drawPin({ person, title }) {
  settle();
  note("");
  const pad = keypad({ enter: (pin) => logIn(person, pin) });
  part("page").replaceChildren(
    html("h1", {}, person, html("small", {}, title)),
    pad,
    control(say("other-name"), drawNames, { quiet: true, name: "other-name" }),
  );
  pad.focus();
}

async function drawNames() {
  settle();
  const { people, trouble } = await names();
  if (!people.length) setTimeout(drawNames, AGAIN_MS);
  part("page").replaceChildren(
    html("h1", {}, say("title")),
    trouble || !people.length ? html("p", { class: "trouble" }, trouble || say("nobody")) : "",
    html(
      "div",
      { class: "names" },
      people.map((each) => control(each.person, () => drawPin(each), { hint: each.title, quiet: true, name: each.person })),
    ),
    languageChoice(),
  );
}

document.title = say("title");
drawNames();
