// What the page says to the person: a refusal or a receipt, until the next one or a touch on it.

import { html } from "/shared/dom.js";

const place = html("div", { class: "notes", role: "status", "aria-live": "polite" });
document.body.append(place);

// `tone` is "refusal" or "receipt"; nothing that was said leaves by itself while it matters.
export function note(text, tone = "receipt") {
  if (!text) return place.replaceChildren();
  const line = html("p", { class: "note", "data-tone": tone }, text);
  line.addEventListener("click", () => line.remove());
  return place.replaceChildren(line);
}
