// Every word the screens show, in Simplified Chinese. The names are those of en.js.

const NAMES = {
  player: "闲",
  banker: "庄",
  tie: "和",
  natural: "天牌",
  "player-pair": "闲对",
  "banker-pair": "庄对",
  "player-line": "闲",
  "banker-line": "庄",
  "dragon-7": "龙七",
  "panda-8": "熊猫八",
  "player-dragon": "闲龙宝",
  "banker-dragon": "庄龙宝",
  "player-natural": "闲天牌",
  "banker-natural": "庄天牌",
  rabbit: "兔",
  tiger: "虎",
  monkey: "猴",
  zoo: "动物园",
  "triple-rabbit": "三兔",
  "triple-tiger": "三虎",
};

const SIGNS = {
  "dragon-7": "龙",
  "panda-8": "熊",
  "triple-rabbit": "3兔",
  "triple-tiger": "3虎",
  "player-natural": "天",
  "banker-natural": "天",
  "player-dragon": "龙",
  "banker-dragon": "龙",
  rabbit: "兔",
  tiger: "虎",
  monkey: "猴",
  zoo: "园",
};

const COLOURS = { red: "红", blue: "蓝", green: "绿", black: "黑", yellow: "黄", white: "白" };

const SIDES = { player: "闲", banker: "庄" };

// "player-by-9" is a win by nine points; a name we do not know stays as it is.
function named(name) {
  const [, side, margin] = name.match(/^(player|banker)-by-(\d)$/) ?? [];
  return margin ? `${SIDES[side]}赢${margin}点` : (NAMES[name] ?? spoken(name));
}

const spoken = (name) =>
  name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

const sign = (name) => SIGNS[name] ?? name.match(/-(\d+)$/)?.[1] ?? named(name).charAt(0);

const number = (count) => count.toLocaleString("en");

export const words = {
  beadPlate: "珠盘路",
  bigRoad: "大路",
  bigEyeBoy: "大眼仔",
  smallRoad: "小路",
  cockroachPig: "曱甴路",
  next: "下局",
  limits: "限红",
  collection: "台费",
  lastResult: "上局结果",
  thisHand: "本局",
  noHandYet: "等待首局",
  lastShoe: "上一靴",
  naturalMark: "天牌",
  bankerPair: "庄对",
  playerPair: "闲对",
  bonusMark: "彩金",
  tieMark: "和",
  cutCard: "已见切牌",
  freeHands: "飞牌",
  bank: "庄位",
  action: "先手",
  houseDealer: "荷官",
  offered: "轮到坐庄",
  dice: "骰子",
  total: "总点数",
  deck: "牌",
  waitingForTable: "正在连接牌桌",
  opensSoon: "本桌即将开始",
  lastHands: "近局",
  lastRounds: "近局",
  wagers: "投注",
  scorecard: "路单",
  freeHand: "飞",
  corrected: "已更正",
  print: "打印",
  hand: "局",
  noShoe: "本桌没有这一靴",
  statistics: "统计",
  firstHand: "首家",
  locale: "zh-CN",
  ended: {
    natural: "天牌",
    over: "爆牌",
    stood: "停牌",
    surrendered: "投降",
    rescued: "保留",
    misplayed: "错牌",
  },
  letters: { P: "闲", B: "庄", T: "和" },
  states: {
    waiting: "即将开局",
    "bank-offered": "请选择坐庄",
    "no-bank": "谁来坐庄？",
    "place-bets": "请下注",
    "no-more-bets": "停止下注",
    dealing: "发牌中",
    paying: "派彩中",
    held: "请稍候",
  },
  name: named,
  sign,
  table: spoken,
  money: (amount) => `$${number(amount)}`,
  range: ({ lowest, highest }) => `$${number(lowest)} – $${number(highest)}`,
  shoe: (count) => `第 ${count} 靴`,
  round: (count) => `第 ${number(count)} 局`,
  hands: () => "局",
  cardsLeft: (count) => `余 ${number(count)} 张`,
  seat: (count) => `${count} 号位`,
  turn: (turn) => `第 ${turn} 手，共 2 手`,
  odds: (pays) => (pays === "push" ? "不输不赢" : pays.replace(/(\S+) to (\S+)/, "$2 赔 $1")),
  pushes: (what) => `${what}：不输不赢`,
  upTo: (amount) => `最高 $${number(amount)}`,
  percent: (share) => `${share}%`,
  deckOf: (colour) => `${COLOURS[colour] ?? spoken(colour)}色牌`,
  result: (coup) => (coup.winner === "tie" ? "和局" : `${SIDES[coup.winner]}赢`),
  noData: (seconds) =>
    seconds < 120 ? `已 ${seconds} 秒没有数据` : `已 ${Math.floor(seconds / 60)} 分钟没有数据`,
};
