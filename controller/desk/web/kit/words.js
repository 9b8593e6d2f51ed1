// The words of a page in the language its address asks for; the server has them all.

const page = document.body.dataset.page;
const TRIES = 5;
const WAIT_MS = 400;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function load() {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      const answer = await fetch(`/words/${page}.json${location.search}`, { cache: "no-store" });
      if (answer.ok) return await answer.json();
    } catch {
      // The server may be restarting under an open page: ask again.
    }
    await pause(WAIT_MS);
  }
  return { language: "en", languages: [], kit: {}, page: {} };
}

const loaded = Object.freeze(await load());

export const { language, languages } = loaded;

// A sentence by its code, the page's own first; `{name}` in it is filled in.
export function say(code, values = {}) {
  const sentence = loaded.page[code] ?? loaded.kit[code] ?? code;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

document.documentElement.lang = language;
