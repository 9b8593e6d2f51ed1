// The start page: the pages of this person's role, to touch here or to scan for another screen.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { goTo } from "/kit/departure.js";
import { act, open } from "/kit/frame.js";
import { languageChoice } from "/kit/languages.js";
import { say } from "/kit/words.js";

const offer = ({ page, title }) =>
  html(
    "div",
    { class: "offer" },
    control(title, () => goTo(`/${page}`), { quiet: true, name: page }),
    html("img", { src: `/codes/${page}.svg`, alt: say("code-of", { title }), "data-code": page }),
  );

// Kept with the person: the next desk speaks it too.
const keep = async (language) => Boolean(await act({ kind: "speak", language }));

open({
  show({ pages }) {
    paint(part("page"), pages, () => [
      html("nav", { class: "offers" }, pages.map(offer)),
      html("p", { class: "scan" }, say("scan")),
      languageChoice(keep),
    ]);
  },
});
