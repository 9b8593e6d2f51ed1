// The start page: the screens of the table, each with its address to touch or to scan.

import { html, part } from "/shared/dom.js";
import { dressPage, load } from "./parts/poster.js";
import { words } from "./words/words.js";

const AGAIN_MS = 3000;

const spoken = (now) => ({ code, title }) =>
  html("a", { href: `/start?lang=${code}`, lang: code, "data-language": code, "aria-current": code === now ? "true" : null }, title);

const line = ({ screen, title, does, path, address, code }) =>
  html(
    "a",
    { class: "screen", href: path, "data-screen-name": screen },
    html("img", { src: code, alt: address, width: 150, height: 150 }),
    html("div", {}, html("h2", {}, title), html("p", {}, does), html("code", {}, address)),
  );

function draw(shown) {
  document.title = shown.title;
  part("head").replaceChildren(html("h1", {}, shown.title), html("p", { class: "table-name" }, words.table(shown.table)), html("p", { class: "hint" }, shown.hint));
  part("languages").replaceChildren(...shown.languages.map(spoken(shown.language)));
  part("screens").replaceChildren(...shown.screens.map(line));
}

const shown = await load(`/start.json${location.search}`);
if (shown.screens) {
  dressPage(shown.language);
  draw(shown);
} else setTimeout(() => location.reload(), AGAIN_MS);
