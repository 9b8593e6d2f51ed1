// Sheets over the page: wagers and amounts of a seat, the bank's stake, and keys that are seldom needed.

import { html } from "/shared/dom.js";
import { settle } from "/kit/guard.js";
import { say } from "/kit/words.js";
import { key, offered } from "./keys.js";
import { keyIn } from "./sending.js";

const FIGURES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "enter"];
const MOST_FIGURES = 6;

export function sheet(name, title, draw) {
  const dialog = html("dialog", { class: "dialog sheet", "data-sheet": name });
  const close = () => {
    dialog.close();
    dialog.remove();
    settle();
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.append(
    html("header", {}, html("h2", {}, title), key(say("close"), close, { name: "close", tone: "quiet" })),
    ...draw(close),
  );
  document.body.append(dialog);
  dialog.showModal();
  settle();
}

function figures(enter) {
  let typed = "";
  const shown = html("output", { class: "amount", "aria-label": say("amount") }, "$ –");
  const press = (name) => {
    if (name === "enter") return typed && enter(typed);
    typed = name === "clear" ? "" : `${typed}${name}`.replace(/^0+/, "").slice(0, MOST_FIGURES);
    shown.textContent = `$ ${typed || "–"}`;
    return undefined;
  };
  const keys = FIGURES.map((name) =>
    key(/\d/.test(name) ? name : say(name), () => press(name), { name: `figure-${name}`, tone: name === "enter" ? "main" : "" }),
  );
  return html("div", { class: "figures" }, shown, keys);
}

export function wagerSheet(seat, { wagers, wager_device: device }) {
  let chosen = wagers.find(({ stays }) => !stays)?.wager ?? null;
  const tell = (...events) => keyIn(events.map((event) => ({ device, event })));
  sheet("wagers", say("wagers-of", { seat }), (close) => {
    const choices = html("div", { class: "choices" });
    const draw = () => choices.replaceChildren(...wagers.map(choice));
    const choice = ({ wager, title, stays }) => {
      const put = () => {
        tell({ kind: "wager_chosen", wager }, { kind: "wager_placed", seat });
        close();
      };
      const choose = () => {
        chosen = wager;
        draw();
      };
      return key(title, stays ? put : choose, { name: `wager-${wager}`, isOn: wager === chosen });
    };
    const enter = (amount) => {
      tell({ kind: "wager_placed", seat, wager: chosen, amount });
      close();
    };
    const takeDown = () => {
      tell({ kind: "wager_removed", seat });
      close();
    };
    draw();
    return [
      html("div", { class: "sides" }, html("div", {}, choices, key(say("take-down"), takeDown, { name: "take-down", tone: "quiet" })), figures(enter)),
    ];
  });
}

export function stakeSheet({ wager_device: device }) {
  sheet("stake", say("stake"), (close) => [
    figures((stake) => {
      keyIn([{ device, event: { kind: "stake_placed", stake } }]);
      close();
    }),
  ]);
}

export function moreSheet(more) {
  sheet("more", say("more"), (close) => {
    const keys = more.map((each) => {
      const node = offered(each);
      node.addEventListener("pointerup", () => setTimeout(close, 0));
      return node;
    });
    return [html("div", { class: "choices" }, keys)];
  });
}
