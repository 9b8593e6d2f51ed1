// Stud: the bank's open card places the action.

import { cardBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: cardBlock, rows: ["card", "action", "bank"] };
