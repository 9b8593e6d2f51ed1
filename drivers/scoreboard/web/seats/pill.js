// A few words on a rounded ground; the ground is as wide as the words need.

import { svg } from "/shared/dom.js";

const WIDE = 0.96;
const NARROW = 0.5;

// Letters of the Latin face are about half as wide as they are high, Chinese ones as wide.
export const widthOf = (text, size) =>
  [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? WIDE : letter === " " ? 0.26 : NARROW), 0) * size;

// Words too long for their room are set closer.
export const squeezed = (text, size, room) =>
  widthOf(text, size) > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};

export function pill(text, { x = 0, y = 0, size = 21, kind = "", before = null, most = Infinity } = {}) {
  const lead = before ? size * 0.9 : 0;
  const width = Math.min(most, widthOf(text, size) + lead + size * 0.8);
  const height = size * 1.3;
  const room = width - lead - size * 0.5;
  return svg(
    "g",
    { class: `pill ${kind}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    before && svg("g", { transform: `translate(${-width / 2 + size * 0.75} 0) scale(${size / 21})` }, before),
    svg("text", { x: lead / 2, y: size * 0.36, "font-size": size, ...squeezed(text, size, room) }, text),
  );
}
