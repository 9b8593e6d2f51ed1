// The words of the entry pad, in Simplified Chinese. The names are those of pad-en.js.

const KEYS = {
  player: "闲",
  banker: "庄",
  tie: "和",
  "player-pair": "闲对",
  "banker-pair": "庄对",
  natural: "天牌",
  bonus: "彩金",
  enter: "确认",
  undo: "取消",
  floor: "请主管",
  "bank-yes": "坐庄",
  "bank-no": "不坐庄",
  collection: "已收费",
  "close-bets": "停止下注",
  covered: "庄全付",
  short: "庄付不全",
  revealed: "已开牌",
  "piles-dealt": "已分牌",
  "piles-delivered": "已派牌",
  "cards-dealt": "已发牌",
  "play-closed": "停止跟注",
  "insurance-closed": "停止保险",
  "hole-natural": "底牌成天牌",
  "hole-clear": "不是天牌",
  stand: "停牌",
  double: "加倍",
  split: "分牌",
  surrender: "投降",
  rescue: "收回",
  settled: "派彩完",
  // The shapes say the suits.
  "suit-clubs": "",
  "suit-diamonds": "",
  "suit-hearts": "",
  "suit-spades": "",
  "rank-joker": "王",
  "cut-card": "切牌",
};
const NUMBERED = {
  seat: (seat) => `${seat}`,
  rank: (rank) => (rank === "T" ? "10" : rank),
  pile: (pile) => `第 ${pile} 组`,
  fold: (seat) => `${seat} 号位弃牌`,
  play: (seat) => `${seat} 号位跟注`,
  insure: (seat) => `${seat} 号位保险`,
  sweep: (seat) => `${seat} 号位全赢`,
  "new-shoe": (decks) => `新靴 ${decks} 副`,
};
const DUE = {
  bank_accepted: (seat) => (seat ? `请 ${seat} 号位选择坐庄` : "请选择坐庄"),
  bank_declined: () => "",
  wager_placed: () => "",
  collection_taken: () => "收费",
  bets_closed: () => "停止下注",
  result_entered: () => "请打出结果",
  card_turned: () => "请打出牌点",
  round_settled: () => "派彩",
  shoe_loaded: () => "请上新靴，按住新靴",
  ruling_given: () => "请稍候",
};

function keyName(key) {
  const cut = key.lastIndexOf("-");
  return KEYS[key] ?? NUMBERED[key.slice(0, cut)]?.(key.slice(cut + 1)) ?? key;
}

function entry(given, name) {
  if (!given) return "";
  const parts = [
    given.winner && KEYS[given.winner],
    given.natural && "天牌",
    given.player_pair && "闲对",
    given.banker_pair && "庄对",
    ...given.bonuses.map(name),
  ];
  return parts.filter(Boolean).join(" · ");
}

// A refusal is said in the table's own words, which are English.
const prompt = ({ entry: given, expected }) => {
  if (given?.winner && given.text.endsWith(": press enter")) return "请按确认";
  const due = expected.map(({ event, text, seat }) => (DUE[event] ?? (() => text))(seat)).filter(Boolean);
  return given?.text || due.slice(0, 2).join(" / ") || "请稍候";
};

// A refusal is said in the table's own words here too.
function naming({ naming: what, named, refused }) {
  if (!what || refused) return "";
  const given = named.map((code) => NUMBERED.rank(code)).join(" · ");
  if (what === "card") return given ? `${given}：请按花色` : "没有读到牌，请打出点数和花色";
  return given ? `${given}：请打出下一个骰子` : "没有读到骰子，请打出点数";
}

export const pad = {
  key: keyName,
  entry,
  prompt,
  naming,
  standing: ({ shoe, hands }) => (shoe ? `第 ${shoe} 靴 · ${hands} 局` : "没有新靴"),
  hold: "按住",
  holdEnter: "按住：飞牌",
  holdUndo: "按住：上一局",
  late: "没有数据，请稍候",
  noLink: "正在连接牌桌，请稍候",
};
