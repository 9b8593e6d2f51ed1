// The languages to choose from, each as it calls itself.

import { html } from "/shared/dom.js";
import { control } from "./controls.js";
import { loadAgain } from "./departure.js";
import { language, languages } from "./words.js";

// The browser keeps the choice; `keep(code)` may keep it elsewhere first, and says whether it did.
export function languageChoice(keep = () => true) {
  const choose = async (code) => {
    if (!(await keep(code))) return;
    document.cookie = `language=${code}; path=/; SameSite=Strict; max-age=31536000`;
    loadAgain();
  };
  const link = ({ code, title }) =>
    control(title, () => choose(code), { quiet: true, tone: code === language ? "yes" : "", name: code });
  return html("nav", { class: "languages" }, languages.map(link));
}
