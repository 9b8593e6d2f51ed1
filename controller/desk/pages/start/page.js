// The start page: the pages of this person's role.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { act, open } from "/kit/frame.js";
import { languageChoice } from "/kit/languages.js";

const offer = ({ page, title }) => control(title, () => location.assign(`/${page}`), { quiet: true, name: page });

// Kept with the person: the next desk speaks it too.
const keep = async (language) => Boolean(await act({ kind: "speak", language }));

open({
  show({ pages }) {
    paint(part("page"), pages, () => [html("nav", { class: "offers" }, pages.map(offer)), languageChoice(keep)]);
  },
});
