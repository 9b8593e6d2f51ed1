// The words of the language this screen speaks.

import { language } from "../parts/poster.js";
import { words as en } from "./en.js";
import { words as zh } from "./zh.js";

export const words = language === "zh-Hans" ? zh : en;
