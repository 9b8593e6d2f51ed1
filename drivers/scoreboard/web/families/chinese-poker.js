// Chinese poker: thirteen cards set in three hands, players against one another, a button that goes round.

import { buttonBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: buttonBlock, rows: ["action", "bets"] };
