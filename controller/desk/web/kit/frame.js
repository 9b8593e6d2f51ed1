// What every staff page shares: its bar, its link to the table, and the rule that old data takes no touch.

import { html, part } from "/shared/dom.js";
import { showAlarms } from "./alarms.js";
import { control } from "./controls.js";
import { goTo, goToLogIn } from "./departure.js";
import { askPin, askProof } from "./dialogs.js";
import { refuseBy, settle } from "./guard.js";
import { Link } from "./link.js";
import { note } from "./notes.js";
import { say } from "./words.js";

// What the daemon asks for again, and whether the room's second method is part of it.
const ASKED_AGAIN = { "pin-not-fresh": false, "second-due": true };

// A PIN that has just become too old, then the second method: never more.
const MOST_ASKED = 2;

let link = null;

// Do what the page asks for; the receipt, or null where it was not done and the person was told why.
// A PIN that is too old is asked for, and then the act is asked for again, once.
export async function act(request) {
  if (link.isBusy) return null;
  let answer = await link.act(request);
  for (let asked = 0; answer.code in ASKED_AGAIN && asked < MOST_ASKED; asked += 1) {
    if (!(await freshPin(answer))) return null;
    answer = await link.act(request);
  }
  return taken(answer);
}

// Ask for what changes nothing, whatever is under way: null where the person was told why not.
export const look = async (request) => taken(await link.act(request));

// Ask for something that counts once by its own number, as a device's report does; no PIN, no word to the person.
export const send = (request) => link.act(request);

function taken(answer) {
  if (answer.kind === "done") {
    note("");
    return answer.receipt ?? {};
  }
  if (answer.code === "nobody-logged-in") goToLogIn();
  note(answer.text || say(answer.code), "refusal");
  return null;
}

async function freshPin({ code, text }) {
  const pin = await askPin(text);
  if (pin === null) return false;
  const proof = ASKED_AGAIN[code] ? await askProof(say("proof"), (read) => link.awaitBadge(read)) : null;
  if (ASKED_AGAIN[code] && proof === null) return false;
  const answer = await link.givePin(pin, proof);
  if (proof === true) link.awaitBadge(null);
  return answer.kind === "done" || Boolean(taken(answer));
}

const why = () => {
  if (link.isBusy) return say("busy");
  return link.isStale ? say("stale", { seconds: seconds(link.ageMs) }) : "";
};

const seconds = (ms) => (Number.isFinite(ms) ? Math.floor(ms / 1000) : "…");

// The server also closes the page's link, which leads to the log-in page as well.
async function logOut() {
  const answer = await fetch("/log-out", { method: "POST" }).catch(() => null);
  if (answer?.ok) goToLogIn();
  else note(say("no-server"), "refusal");
}

function drawBar({ person, role }) {
  part("bar").replaceChildren(
    control(say("menu"), () => goTo("/start"), { quiet: true, name: "menu" }),
    html("h1", {}, say("title")),
    html("p", { class: "age", "data-part": "age" }),
    html("p", { class: "person" }, html("b", {}, person), role ? say(`role-${role}`) : ""),
    person ? control(say("log-out"), logOut, { quiet: true, name: "log-out" }) : "",
  );
}

function drawAge({ ms, isStale, hasTrouble }) {
  document.body.toggleAttribute("data-stale", isStale);
  const age = part("age");
  if (age) age.textContent = hasTrouble ? say("record-stuck") : isStale ? say("stale", { seconds: seconds(ms) }) : "";
}

// Open the page: `page.show(shown, snapshot)` draws each picture as a whole. `page.age` hears how old it is.
export function open(page) {
  document.title = say("title");
  let drawn = "";
  link = new Link({
    show(snapshot) {
      const who = `${snapshot.person} ${snapshot.role}`;
      if (who !== drawn) drawBar(snapshot);
      drawn = who;
      showAlarms(snapshot.alarms, act);
      page.show(snapshot.shown, snapshot);
      document.body.dataset.number = snapshot.number;
    },
    age(age) {
      drawAge(age);
      page.age?.(age);
    },
  });
  refuseBy(why);
  settle();
  link.start();
}
