// The words of the entry pad, in English.

const KEYS = {
  player: "Player",
  banker: "Banker",
  tie: "Tie",
  "player-pair": "Player pair",
  "banker-pair": "Banker pair",
  natural: "Natural",
  bonus: "Bonus",
  enter: "Enter",
  undo: "Undo",
  floor: "Call the floor",
  "bank-yes": "Takes the bank",
  "bank-no": "Passes the bank",
  collection: "Collection taken",
  "close-bets": "Close the bets",
  covered: "Bank covers all",
  short: "Bank is short",
  revealed: "Cards turned up",
  "piles-dealt": "Piles dealt",
  "piles-delivered": "Piles delivered",
  "cards-dealt": "Cards dealt",
  "play-closed": "Play closed",
  "insurance-closed": "No more insurance",
  "hole-natural": "Natural in the hole",
  "hole-clear": "No natural",
  stand: "Stand",
  double: "Double",
  split: "Split",
  surrender: "Surrender",
  rescue: "Rescue",
  settled: "All settled",
  "suit-clubs": "Clubs",
  "suit-diamonds": "Diamonds",
  "suit-hearts": "Hearts",
  "suit-spades": "Spades",
  "rank-joker": "Joker",
  "cut-card": "Cut card",
};
const NUMBERED = {
  seat: (seat) => `${seat}`,
  rank: (rank) => (rank === "T" ? "10" : rank),
  pile: (pile) => `Pile ${pile}`,
  fold: (seat) => `Seat ${seat} folds`,
  play: (seat) => `Seat ${seat} plays`,
  insure: (seat) => `Seat ${seat} insures`,
  sweep: (seat) => `Seat ${seat} sweeps`,
  "new-shoe": (decks) => `New shoe, ${decks} deck${decks === "1" ? "" : "s"}`,
};

function keyName(key) {
  const cut = key.lastIndexOf("-");
  return KEYS[key] ?? NUMBERED[key.slice(0, cut)]?.(key.slice(cut + 1)) ?? key;
}

function entry(given, name) {
  if (!given) return "";
  const parts = [
    given.winner && KEYS[given.winner],
    given.natural && "natural",
    given.player_pair && "Player pair",
    given.banker_pair && "Banker pair",
    ...given.bonuses.map(name),
  ];
  return parts.filter(Boolean).join(" · ");
}

// The table's own words, with the refusal of the last key before them.
const prompt = ({ entry: given, expected }) => {
  const due = expected.filter(({ event }) => event !== "wager_placed").map(({ text }) => text);
  return given?.text || due.slice(0, 2).join(" / ") || "Nothing is due";
};

export const pad = {
  key: keyName,
  entry,
  prompt,
  // The table says it in English already.
  naming: () => "",
  standing: ({ shoe, hands }) => (shoe ? `Shoe ${shoe} · ${hands} hand${hands === 1 ? "" : "s"}` : "No shoe yet"),
  hold: "hold",
  holdEnter: "hold: free hand",
  holdUndo: "hold: last hand",
  late: "Not recorded yet. Wait.",
  noLink: "The table does not answer. Keys are off.",
};
