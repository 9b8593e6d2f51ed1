// Twenty-one: open hands with their totals; a card of the bank places the action.

import { cardBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: cardBlock, rows: ["total", "results", "action"] };
