// What the camera of a device sees while it is tried, and what was read in each picture.

import { card } from "/shared/cards.js";
import { html, paint } from "/shared/dom.js";
import { say } from "/kit/words.js";

const HUNDRED = 100;

export const camera = () =>
  html("figure", { class: "camera" }, html("canvas", { width: 0, height: 0 }), html("figcaption", { class: "read" }));

function readOut({ kind, answer, confidence, why }) {
  const isCard = kind === "card" || kind === "joker";
  return [
    isCard ? card(answer) : "",
    html("b", {}, why ? say(`why-${why}`) : say(`view-${kind}`, { dice: answer })),
    answer ? html("small", {}, say("certainty", { percent: Math.floor(confidence * HUNDRED) })) : "",
  ];
}

// Drawn by hand: the page fetches nothing that is not a file of the desk.
async function draw(canvas, picture) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.close();
}

export function showView(place, view) {
  if (!place || !view) return;
  const { picture, ...read } = view;
  place.dataset.view = read.kind;
  place.toggleAttribute("data-blind", !picture);
  paint(place.querySelector(".read"), read, readOut);
  if (picture) draw(place.querySelector("canvas"), picture);
}
