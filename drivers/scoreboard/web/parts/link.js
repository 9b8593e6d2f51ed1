// The websocket to the table: reconnects by itself and knows how old its data is.

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
const SILENCE_MS = 4000;
const TICK_MS = 200;

const address = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

export class Link {
  #screen;
  #heard = performance.now();
  #lastMessage = performance.now();
  #wait = FIRST_WAIT_MS;
  #socket = null;
  #edition = null;

  constructor(screen) {
    this.#screen = screen;
  }

  start() {
    this.#open();
    setInterval(() => this.#tick(), TICK_MS);
  }

  #open() {
    const socket = new WebSocket(address());
    this.#socket = socket;
    this.#lastMessage = performance.now();
    socket.onmessage = (event) => socket === this.#socket && this.#take(JSON.parse(event.data));
    socket.onclose = () => socket === this.#socket && this.#again();
  }

  #again() {
    this.#socket = null;
    setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #take(message) {
    this.#wait = FIRST_WAIT_MS;
    this.#lastMessage = performance.now();
    this.#heard = this.#lastMessage - message.age_ms;
    // After an upgrade the server hands out other page files: an open page must not go on with old ones.
    this.#edition ??= message.page;
    if (message.page !== this.#edition) location.reload();
    else if (message.kind === "view") this.#screen.show(message);
    this.#screen.age(performance.now() - this.#heard);
  }

  #tick() {
    const now = performance.now();
    this.#screen.age(now - this.#heard);
    // A connection can die without a word, and then no close event comes.
    if (this.#socket && now - this.#lastMessage > SILENCE_MS) {
      this.#socket.close();
      this.#again();
    }
  }
}
