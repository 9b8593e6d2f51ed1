// Presses until they are in the record: numbered by this page, kept in the browser, so that each counts once.

const STORE = "underfelt-pad";
// Above every number a device or a driver chooses for its own start.
const LEAST_BOOT = 2 ** 33;
const BOOTS = 2 ** 52;

function randomBoot() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return LEAST_BOOT + ((high * 2 ** 20 + (low >>> 12)) % BOOTS);
}

const isSame = (a, b) => a.boot === b.boot && a.sequence === b.sequence;

export class Presses {
  #store;
  #boot = randomBoot();
  #last = 0;
  #kept;

  // What an earlier page could not get recorded comes first, under the numbers it had.
  constructor(store) {
    this.#store = store;
    this.#kept = this.#read();
  }

  get waiting() {
    return this.#kept;
  }

  add(key, isLong, now) {
    this.#last += 1;
    const press = { kind: "press", boot: this.#boot, sequence: this.#last, key, is_long: isLong, at_ms: now };
    this.#kept = [...this.#kept, press];
    this.#write();
    return press;
  }

  // The press that is done with; nothing when it was none of ours.
  done(message) {
    const found = this.#kept.find((press) => isSame(press, message));
    this.#kept = this.#kept.filter((press) => press !== found);
    this.#write();
    return found;
  }

  isWaiting(key) {
    return this.#kept.some((press) => press.key === key);
  }

  oldestAge(now) {
    return this.#kept.length ? now - this.#kept[0].at_ms : 0;
  }

  #read() {
    try {
      return JSON.parse(this.#store.getItem(STORE) ?? "[]");
    } catch {
      return [];
    }
  }

  #write() {
    try {
      this.#store.setItem(STORE, JSON.stringify(this.#kept));
    } catch {
      // Without room in the browser a press is still sent; only a reload at this moment would lose it.
    }
  }
}
