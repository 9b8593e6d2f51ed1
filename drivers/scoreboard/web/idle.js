// The resting screen by itself: for a table that is closed.

import { part } from "/shared/dom.js";
import { Resting } from "./parts/idle.js";
import { open } from "./screens/screen.js";

open("idle", {
  start() {
    new Resting(part("idle"));
  },

  show() {},
});
