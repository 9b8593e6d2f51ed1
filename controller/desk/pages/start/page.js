// The start page: the pages of this person's role.

import { html, paint, part } from "/shared/dom.js";
import { control } from "/kit/controls.js";
import { open } from "/kit/frame.js";

const offer = ({ page, title }) => control(title, () => location.assign(`/${page}`), { quiet: true, name: page });

open({
  show({ pages }) {
    paint(part("page"), pages, () => html("nav", { class: "offers" }, pages.map(offer)));
  },
});
