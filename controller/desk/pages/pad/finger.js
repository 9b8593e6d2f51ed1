// A finger on a key: a touch counts when it is lifted, a hold after its time; sliding off counts for nothing.

const HOLD_MS = 600;

export class Finger {
  #press;
  #down = new Map();

  // `press(key, isLong)` is called once for each touch or hold.
  constructor(press) {
    this.#press = press;
  }

  watch(node, key, canHold) {
    node.addEventListener("pointerdown", (event) => this.#begin(event, node, key, canHold));
    node.addEventListener("pointerup", (event) => this.#end(event, key));
    for (const name of ["pointercancel", "pointerleave"]) {
      node.addEventListener(name, (event) => this.#forget(event.pointerId));
    }
    node.addEventListener("contextmenu", (event) => event.preventDefault());
    // A key of a real keyboard has no pointer; a touch brings a click as well, which is not a second press.
    node.addEventListener("click", (event) => event.detail === 0 && this.#press(key, false));
  }

  #begin(event, node, key, canHold) {
    if (event.button !== 0) return;
    node.toggleAttribute("data-held", canHold);
    const timer = canHold ? setTimeout(() => this.#hold(event.pointerId, key), HOLD_MS) : 0;
    this.#down.set(event.pointerId, { timer, node });
  }

  #hold(pointer, key) {
    if (this.#forget(pointer)) this.#press(key, true);
  }

  #end(event, key) {
    if (this.#forget(event.pointerId)) this.#press(key, false);
  }

  #forget(pointer) {
    const touch = this.#down.get(pointer);
    if (!touch) return false;
    clearTimeout(touch.timer);
    touch.node.removeAttribute("data-held");
    return this.#down.delete(pointer);
  }
}
