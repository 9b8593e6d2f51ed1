// The pad's websocket: reconnects by itself, and loads the page again when the server has newer files.

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
const SILENCE_MS = 4000;
const TICK_MS = 500;

// The page's own query says which language the table shall speak to it.
const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/pad/ws${location.search}`;

export class PadLink {
  #ears;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #edition = null;
  #lastMessage = 0;

  // `ears` has hear(message), opened() and closed().
  constructor(ears) {
    this.#ears = ears;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  start() {
    this.#open();
    // A connection can die without a word, and then no close event comes.
    setInterval(() => this.#socket && performance.now() - this.#lastMessage > SILENCE_MS && this.#drop(), TICK_MS);
  }

  send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#lastMessage = performance.now();
    socket.onopen = () => socket === this.#socket && this.#ears.opened();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(event.data);
    socket.onclose = () => socket === this.#socket && this.#again();
  }

  #hear(text) {
    this.#lastMessage = performance.now();
    this.#wait = FIRST_WAIT_MS;
    const message = JSON.parse(text);
    this.#edition ??= message.page ?? null;
    if (message.page && message.page !== this.#edition) location.reload();
    else this.#ears.hear(message);
  }

  #drop() {
    this.#socket.close();
    this.#again();
  }

  #again() {
    this.#socket = null;
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    this.#ears.closed();
  }
}
