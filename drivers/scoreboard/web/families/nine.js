// Nine: dice place the action, hands are shown when they are settled.

import { diceBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: diceBlock(3), rows: ["dice", "action", "total", "results"] };
