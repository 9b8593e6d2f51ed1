// Hold'em: cards in the middle, three windows to bet in, no button.

import { windowsBlock } from "../seats/count.js";

export const family = { layout: "seats", backs: "card", aside: windowsBlock, rows: ["bets", "bank"] };
