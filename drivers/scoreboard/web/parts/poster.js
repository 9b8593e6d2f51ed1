// What does not change while the table runs: names, limits, odds, language. Loaded once, before anything is drawn.

const TRIES = 5;
const WAIT_MS = 400;
const EMPTY = { wagers: [], payouts: [], schedule: null, logo: null, ask: true, tail: "stay", language: "en" };

const asked = new URLSearchParams(location.search);

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// An answer of the server as an object; an empty one where it has none.
export async function load(address) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      const answer = await fetch(address, { cache: "no-store" });
      if (answer.ok) return await answer.json();
      if (answer.status === 404) return {};
    } catch {
      // The server may be restarting under an open page: ask again.
    }
    await pause(WAIT_MS);
  }
  return {};
}

export const poster = Object.freeze({ ...EMPTY, ...(await load(`/table.json${location.search}`)) });

// The server chooses by what the address asks for.
export const { language } = poster;

// A screen may wear another theme than its table: the address says so.
export function dressPage(spoken = language) {
  document.documentElement.lang = spoken;
  const theme = asked.get("theme");
  const sheet = document.querySelector("link[data-theme]");
  if (theme && sheet) sheet.href = `/theme.css?theme=${encodeURIComponent(theme)}`;
}
