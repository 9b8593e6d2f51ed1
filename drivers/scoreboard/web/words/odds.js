// Names of wagers and of what they pay on: the poster has them in English, other languages have them here.

import { language } from "../parts/poster.js";
import { words } from "./words.js";

const ZH = {
  player: "闲",
  banker: "庄",
  tie: "和",
  "player-line": "闲",
  "banker-line": "庄",
  "player-dragon": "闲龙宝",
  "banker-dragon": "庄龙宝",
  "dragon-7": "龙七",
  "panda-8": "熊猫八",
  rabbit: "兔",
  tiger: "虎",
  monkey: "猴",
  zoo: "动物园",
  "triple-rabbit": "三兔",
  "triple-tiger": "三虎",
  win: "赢",
  "player-natural": "天牌",
  "banker-natural": "天牌",
  "total-shot": "总点彩",
  game: "牌九",
  base: "底注",
  buster: "爆牌彩金",
  "six-card-bonus": "六张彩金",
  match: "对庄牌",
  points: "点数",
  six: "六点赢",
  other: "其他赢",
  half: "一半",
  natural: "天牌",
  insurance: "保险",
  ante: "底注",
  play: "跟注",
  blind: "盲注",
  bonus: "彩金",
  trips: "三条彩金",
  "pair-plus": "对子彩金",
  "bad-beat": "大牌输彩金",
  "fortune-bonus": "好运彩金",
  envy: "同乐彩金",
  "lucky-lucky": "双喜彩金",
  "red-flex": "红牌彩金",
  pair: "对子",
  "two-pairs": "两对",
  "three-pairs": "三对",
  straight: "顺子",
  flush: "同花",
  "three-of-a-kind": "三条",
  "four-of-a-kind": "四条",
  "full-house": "葫芦",
  "straight-flush": "同花顺",
  "royal-flush": "皇家同花顺",
  "mini-royal": "小皇家",
  "five-aces": "五张 A",
  "royal-match": "皇家同花顺加对子",
  "seven-card-straight-flush": "七张同花顺",
  "seven-card-straight-flush-joker": "七张同花顺（王）",
  "joker-joker": "双王",
  "suited-777": "同花 7-7-7",
  "suited-678": "同花 6-7-8",
  777: "7-7-7",
  678: "6-7-8",
  "suited-21": "同花 21",
  "blackjack-bonus": "黑杰克彩金",
  "suited-blackjack": "同花黑杰克",
  "one-colour-blackjack": "同色黑杰克",
  blackjack: "黑杰克",
  "suited-a234": "同花 A-2-3-4",
  "one-colour-a234": "同色 A-2-3-4",
  a234: "A-2-3-4",
  "one-colour-777": "同色 7-7-7",
  "one-colour-678": "同色 6-7-8",
  "six-cards": "六张不爆",
  "two-tens": "两张 20 点",
  "suited-2": "两张同花对",
  "suited-1": "一张同花对",
  "unsuited-2": "两张对",
  "unsuited-1": "一张对",
  "suited-1-unsuited-1": "同花对一张，对一张",
};

// A count after the kind of card: "cards-8" is eight cards, "player-by-9" a win by nine.
const COUNTED = [
  [/^cards-(\d)$/, "庄家 $1 张爆牌"],
  [/^red-(\d)$/, "$1 张红牌"],
  [/^flex-(\d)$/, "庄 $1 点"],
  [/^total-shot-(\d+)$/, "两家共 $1 点"],
  [/^(?:player|banker)-by-(\d)$/, "赢 $1 点"],
];

const SPOKEN = { en: () => null, "zh-Hans": inChinese };

function inChinese(name) {
  const [pattern, text] = COUNTED.find(([each]) => each.test(name)) ?? [];
  const beaten = ZH[name.replace(/^beaten-/, "")];
  return ZH[name] ?? (beaten ? `${beaten}输` : pattern ? name.replace(pattern, text) : null);
}

// `title` is what the poster calls it.
export const paidName = (name, title) => SPOKEN[language](name) ?? title ?? words.name(name);
