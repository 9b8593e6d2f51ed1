// The websocket to the table: reconnects by itself, knows how old its data is, and tells what was drawn.

import { poster } from "./poster.js";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
const SILENCE_MS = 4000;
const TICK_MS = 200;

// The wall's address has a key, which gives it a place of its own.
const key = new URLSearchParams(location.search).get("key");
const query = key ? `?${new URLSearchParams({ key })}` : "";
const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${query}`;

// Runs `then` when the frame after the next one begins: what was drawn is on the glass.
const afterPaint = (then) => requestAnimationFrame(() => requestAnimationFrame(then));

export class Link {
  #screen;
  #name;
  #heard = performance.now();
  #lastMessage = performance.now();
  #wait = FIRST_WAIT_MS;
  #socket = null;
  #edition = poster.page || null;
  #shown = null;
  #untold = null;

  // `screen` has show(message) and age(ms); `name` is what the table calls this kind of screen.
  constructor(screen, name = "kiosk") {
    this.#screen = screen;
    this.#name = name;
  }

  start() {
    this.#open();
    setInterval(() => this.#tick(), TICK_MS);
  }

  #open() {
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#shown = null;
    this.#lastMessage = performance.now();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(event.data);
    socket.onclose = () => socket === this.#socket && this.#again();
  }

  #again() {
    this.#socket = null;
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  // What cannot be read or drawn is no reason to stand still: a new connection begins with the whole picture.
  #hear(text) {
    const came = performance.now();
    this.#lastMessage = came;
    try {
      this.#take(JSON.parse(text), came);
      this.#wait = FIRST_WAIT_MS;
    } catch (error) {
      console.info(`connecting again: ${error.message}`);
      this.#drop();
    }
  }

  #drop() {
    this.#socket.close();
    this.#again();
  }

  #take(message, came) {
    // After an upgrade the server hands out other page files: an open page must not go on with old ones.
    this.#edition ??= message.page;
    if (message.page !== this.#edition) return this.#reload();
    if (message.kind === "view") this.#show(message, came);
    else if (message.kind === "age" && message.number !== this.#shown) throw new Error("a view was missed");
    this.#heard = came - message.age_ms;
    this.#screen.age(performance.now() - this.#heard);
  }

  #reload() {
    this.#socket.onmessage = null;
    location.reload();
  }

  #show(message, came) {
    const { number } = message.view;
    if (!Number.isInteger(number)) throw new Error("a view without a number");
    if (this.#shown !== null && number < this.#shown) throw new Error("the numbers went backwards");
    this.#screen.show(message);
    this.#shown = number;
    // A page that is not painted must not collect frames to come.
    if (this.#untold === null) afterPaint(() => this.#tellDrawn());
    this.#untold = { number, came };
  }

  #tellDrawn() {
    const { number, came } = this.#untold;
    this.#untold = null;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const paint = Math.round((performance.now() - came) * 10) / 10;
    const drawn = { kind: "drawn", screen: this.#name, number, page: this.#edition, paint_ms: paint };
    this.#socket.send(JSON.stringify(drawn));
  }

  #tick() {
    const now = performance.now();
    this.#screen.age(now - this.#heard);
    // A connection can die without a word, and then no close event comes.
    if (this.#socket && now - this.#lastMessage > SILENCE_MS) this.#drop();
  }
}
