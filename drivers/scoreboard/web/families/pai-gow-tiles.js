// Pai gow tiles: dice name the first hand, four tiles are set as two and two.

import { diceBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "tile", aside: diceBlock(3), rows: ["dice", "action", "bank"] };
