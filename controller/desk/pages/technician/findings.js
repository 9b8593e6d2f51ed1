// What the doctor found: the worst first, the fix beside each, gone when it is cured.

import { html, paint } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { say } from "/kit/words.js";

const ORDER = { bad: 0, note: 1, good: 2 };

const row = ({ subject, name, verdict, found, fix, command, code }) =>
  html(
    "article",
    { class: "finding", "data-verdict": verdict, "data-code": code, "data-subject": subject },
    html("b", {}, name),
    html("p", {}, found),
    fix || command ? html("p", { class: "fix" }, fix, command ? html("code", {}, command) : "") : "",
  );

async function bundle() {
  const made = await act({ kind: "make_bundle" });
  if (!made) return;
  const bytes = Uint8Array.from(atob(made.content), (sign) => sign.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  html("a", { href: address, download: made.name }).click();
  URL.revokeObjectURL(address);
  note(say("bundle-done", { name: made.name }));
}

const tools = () =>
  html(
    "div",
    { class: "tools" },
    control(say("look-again"), () => act({ kind: "examine" }), { name: "look-again" }),
    control(say("bundle"), bundle, { name: "bundle" }),
  );

function rows(all) {
  if (all === null) return [html("p", { class: "looking" }, say("looking"))];
  const sorted = [...all].sort((one, other) => ORDER[one.verdict] - ORDER[other.verdict]);
  const wrong = sorted.filter(({ verdict }) => verdict !== "good");
  const good = sorted.filter(({ verdict }) => verdict === "good");
  return [
    tools(),
    wrong.length ? wrong.map(row) : html("p", { class: "all-well" }, say("all-well")),
    html("h2", {}, say("good-too")),
    good.map(row),
  ];
}

export const findings = (place, { findings: all }) => paint(place, all, rows);
