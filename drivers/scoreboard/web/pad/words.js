// The words of the pad in the language its address asks for, or in the table's; the server has them all.

import { load } from "../parts/poster.js";

const EMPTY = { language: "en", keys: {}, hold: "", hold_enter: "", hold_undo: "", late: "", no_link: "" };

export const words = Object.freeze({ ...EMPTY, ...(await load(`/pad/words.json${location.search}`)) });
