// Ten big keys for a PIN; real keyboards work too. What was typed is shown as dots.

import { html } from "/shared/dom.js";
import { isSettled, watch } from "./guard.js";
import { say } from "./words.js";

const LEAST = 4;
const MOST = 12;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "enter"];

// `enter(text)` is called with what was typed; a real keyboard or a reader may type whatever `takes` allows.
export function keypad({ enter, takes = /^[0-9]$/, most = MOST }) {
  let typed = "";
  const dots = html("output", { class: "dots", "aria-label": say("pin") });
  const draw = () => {
    dots.textContent = "●".repeat(Math.min(typed.length, MOST));
    pad.querySelector('[data-key="enter"]').toggleAttribute("data-ready", typed.length >= LEAST);
  };
  const press = (key) => {
    if (key === "clear") typed = "";
    else if (key === "enter") {
      const pin = typed;
      if (pin.length < LEAST) return;
      typed = "";
      enter(pin);
    } else if (typed.length < most) typed += key;
    draw();
  };
  const key = (name) => {
    const label = /\d/.test(name) ? name : say(name);
    const node = html("button", { type: "button", class: "control key", "data-key": name }, label);
    watch(node);
    node.addEventListener("click", () => isSettled(node) && press(name));
    return node;
  };
  const pad = html("div", { class: "keypad", tabindex: "-1" }, dots, KEYS.map(key));
  pad.addEventListener("keydown", (event) => {
    const name = { Enter: "enter", Backspace: "clear", Delete: "clear" }[event.key] ?? event.key;
    if (!KEYS.includes(name) && !takes.test(name)) return;
    event.preventDefault();
    press(name);
  });
  return pad;
}
