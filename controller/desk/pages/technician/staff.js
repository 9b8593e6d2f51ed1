// The staff: who may log in, a new PIN, a lock. What is granted the daemon decides.

import { html, paint } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { askPin, confirm } from "/kit/dialogs.js";
import { act } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { say } from "/kit/words.js";

const ROLES = ["dealer", "floor", "technician", "auditor"];

// A PIN that was given twice alike, or null.
async function newPin(person) {
  const pin = await askPin(say("ask-new-pin", { person }));
  if (pin === null) return null;
  const again = await askPin(say("ask-pin-again"));
  if (again !== null && again !== pin) note(say("pins-differ"), "refusal");
  return again === pin ? pin : null;
}

async function reset(person) {
  const pin = await newPin(person);
  if (pin && (await act({ kind: "reset_person", person, pin }))) note(say("was-reset", { person }));
}

async function lock(person) {
  if (await act({ kind: "lock_person", person })) note(say("was-locked", { person }));
}

async function add(person, role) {
  if (!person) return;
  if (!(await confirm(say("add-sure", { person, role: say(`role-${role}`) }), { yes: say("add") }))) return;
  const pin = await newPin(person);
  if (pin && (await act({ kind: "add_person", person, role, pin }))) note(say("added", { person }));
}

const row = ({ person, role, is_locked: isLocked, failures }) =>
  html(
    "article",
    { class: "person-line", "data-person": person, "data-locked": isLocked ? "" : null },
    html("p", {}, html("b", {}, person), html("small", {}, say(`role-${role}`))),
    html("p", { class: "mark" }, isLocked ? say("is-locked") : failures ? say("failures", { count: failures }) : ""),
    control(say("reset"), () => reset(person), { name: `reset-${person}` }),
    isLocked
      ? ""
      : control(say("lock"), () => lock(person), { tone: "alarm", sure: say("lock-sure", { person }), name: `lock-${person}` }),
  );

// Typing goes on while the table does: the form is made once.
const name = html("input", { type: "text", maxlength: 80, autocomplete: "off", placeholder: say("name"), name: "person" });
const form = html(
  "div",
  { class: "add" },
  name,
  ROLES.map((role) =>
    control(`${say("add")}: ${say(`role-${role}`)}`, () => add(name.value.trim(), role), { name: `add-${role}` }),
  ),
);

export const staff = (place, { staff: people }) => paint(place, people, () => [form, ...people.map(row)]);
