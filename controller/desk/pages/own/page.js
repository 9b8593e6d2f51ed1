// The own log-in: another PIN, by the old one and the new one twice.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { askPin } from "/kit/dialogs.js";
import { act, open } from "/kit/frame.js";
import { note } from "/kit/notes.js";
import { say } from "/kit/words.js";

async function change() {
  const pin = await askPin(say("old"));
  const next = pin && (await askPin(say("new")));
  const again = next && (await askPin(say("again")));
  if (!again) return;
  if (again !== next) return note(say("differ"), "refusal");
  const receipt = await act({ kind: "change_own_pin", pin, new_pin: next });
  if (receipt) note(say("changed", { row: receipt.number }));
}

open({
  show(shown) {
    paint(part("page"), shown, ({ second }) => [
      html("p", { class: "second" }, say(`second-${second}`)),
      control(say("change"), change, { name: "change-pin", sure: say("sure") }),
    ]);
  },
});
