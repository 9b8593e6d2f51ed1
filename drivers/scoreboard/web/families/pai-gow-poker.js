// Pai gow poker: dice name the first hand, seven cards are set as two and five.

import { diceBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: diceBlock(3), rows: ["dice", "action", "bank"] };
