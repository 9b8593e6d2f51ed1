// A game without a view of its own: seats, and whatever places the action.

import { buttonBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: buttonBlock, rows: ["action", "bank", "bets"] };
