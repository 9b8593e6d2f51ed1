// The page's websocket: whole pictures come, acts go, each answered once. It knows how old its data is.

import { goToLogIn, loadAgain } from "./departure.js";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
// Two heartbeats of the table: what is older is history.
const STALE_MS = 2000;
const SILENCE_MS = 4000;
const TICK_MS = 200;
const LOGGED_OUT = 4401;

const page = document.body.dataset.page;
const address = () =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/${page}/ws${location.search}`;

const drawn = ({ number, edition }, paint) => ({ kind: "drawn", screen: page, number, page: edition, paint_ms: paint });

export class Link {
  #ears;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #edition = null;
  #heard = -Infinity;
  #lastMessage = 0;
  #hasTrouble = false;
  #waiting = new Map();
  #badgeRead = null;
  #number = 0;

  // `ears` has show(snapshot) and age({ms, isStale, hasTrouble}).
  constructor(ears) {
    this.#ears = ears;
  }

  get ageMs() {
    return performance.now() - this.#heard;
  }

  get isStale() {
    return !(this.ageMs < STALE_MS) || this.#socket?.readyState !== WebSocket.OPEN;
  }

  get isBusy() {
    return this.#waiting.size > 0;
  }

  start() {
    this.#open();
    setInterval(() => this.#tick(), TICK_MS);
  }

  // Ask for something to be done, once. Resolves to {kind: "done", receipt} or {kind: "not_done", code, text}.
  act(request) {
    return this.#ask({ kind: "act", request, seen: this.#number });
  }

  // `proof` is what was typed, or true where the badge reader of this machine has read a badge.
  givePin(pin, proof = null) {
    return this.#ask({ kind: "pin", pin, ...(proof === true ? { by_badge: true } : { proof }) });
  }

  // `read()` is called when the badge reader of this machine has read a badge; null: none is asked for.
  awaitBadge(read) {
    this.#badgeRead = read;
    this.#send({ kind: "await_badge", is_open: read !== null });
  }

  #ask(message) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2).padEnd(16, "0");
    if (this.isStale) return Promise.resolve({ kind: "not_done", id, code: "stale", text: "" });
    return new Promise((done) => {
      this.#waiting.set(id, { message: { ...message, id }, done });
      this.#send({ ...message, id });
    });
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#lastMessage = performance.now();
    socket.onopen = () => socket === this.#socket && this.#askAgain();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code);
  }

  // Whether an act was done before the cut only the server knows: the same id, and never a second act.
  #askAgain() {
    for (const { message } of this.#waiting.values()) {
      this.#send(message.kind === "act" ? { ...message, again: true } : message);
    }
  }

  #hear(message) {
    this.#lastMessage = performance.now();
    this.#wait = FIRST_WAIT_MS;
    if (message.edition) this.#compare(message.edition);
    if (message.kind === "snapshot" || message.kind === "beat") this.#note(message);
    if (message.kind === "snapshot") this.#show(message);
    if (message.kind === "badge_read") this.#badgeRead?.();
    if (message.kind === "done" || message.kind === "not_done") this.#answered(message);
    this.#tellAge();
  }

  #show(message) {
    const came = performance.now();
    this.#number = message.number;
    this.#ears.show(message);
    // The picture is on the glass when the frame after the next one begins.
    const paint = () => Math.round((performance.now() - came) * 10) / 10;
    const tell = () => this.#send(drawn(message, paint()));
    requestAnimationFrame(() => requestAnimationFrame(tell));
  }

  // After an upgrade the server hands out other files: an open page must not go on with old ones.
  #compare(edition) {
    this.#edition ??= edition;
    if (edition !== this.#edition) loadAgain();
  }

  #note(message) {
    this.#heard = performance.now() - message.age_ms;
    this.#hasTrouble = message.trouble ?? this.#hasTrouble;
  }

  #answered(message) {
    this.#waiting.get(message.id)?.done(message);
    this.#waiting.delete(message.id);
  }

  #closed(code) {
    this.#socket = null;
    if (code === LOGGED_OUT) return goToLogIn();
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#tellAge();
  }

  #tick() {
    // A connection can die without a word, and then no close event comes.
    if (this.#socket && performance.now() - this.#lastMessage > SILENCE_MS) {
      const socket = this.#socket;
      this.#closed(0);
      socket.close();
    }
    this.#tellAge();
  }

  #tellAge() {
    this.#ears.age({ ms: this.ageMs, isStale: this.isStale, hasTrouble: this.#hasTrouble });
  }
}
