// What was keyed in goes out one after the other; keys wait until the picture shows what the last one did.

import { act } from "/kit/frame.js";

const LATE_MS = 2000;

let last = Promise.resolve(true);
let underWay = 0;
let drawnNumber = 0;
let dueNumber = 0;
let since = 0;
// What was keyed in and is not in the picture yet, as it is read aloud.
let told = [];
let changed = () => {};

// The time of a press is told where an event has one: two presses are compared by it.
const TIMED = new Set(["key_pressed", "floor_called", "floor_call_taken_back"]);
const timed = ({ device, event }) => ({
  device,
  event: TIMED.has(event.kind) ? { ...event, at_ms: Date.now() } : event,
});

async function send(acts) {
  const began = performance.now();
  const receipt = await act({ kind: "key_in", acts: acts.map(timed) });
  if (receipt === null) return false;
  dueNumber = Math.max(dueNumber, receipt.number);
  document.body.dataset.echo = (performance.now() - began).toFixed(1);
  return true;
}

// Whether the picture is still that of before the last key.
export const isWaiting = () => underWay > 0 || drawnNumber < dueNumber;

function tellWaiting() {
  document.body.toggleAttribute("data-waiting", isWaiting());
  if (isWaiting() || !told.length) return;
  told = [];
  changed();
}

// `tell(texts)` is called when what waits for its picture changes.
export const whenTold = (tell) => {
  changed = () => tell(told);
};

// Report these acts after all that was keyed in before; true when they are in the record.
export function keyIn(acts, text = "") {
  underWay += 1;
  told = [...told, text].filter(Boolean);
  changed();
  if (underWay === 1) since = performance.now();
  tellWaiting();
  const sent = last.then(() => send(acts)).finally(() => {
    underWay -= 1;
    tellWaiting();
  });
  last = sent.catch(() => false);
  return sent;
}

export function drawn(number) {
  drawnNumber = number;
  tellWaiting();
}

export const isLate = () => underWay > 0 && performance.now() - since > LATE_MS;
