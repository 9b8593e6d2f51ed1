// The last lines of every process; whoever spoke last is first.

import { html, paint } from "/shared/dom.js";
import { say } from "/kit/words.js";

const block = ({ process, lines }) =>
  html("article", { class: "process" }, html("h2", {}, process), html("pre", {}, lines.join("\n")));

const blocks = (all) => (all.length ? all.map(block) : [html("p", {}, say("quiet-log"))]);

export const log = (place, { log: all }) => paint(place, all, blocks);
