// Every word the screens show, in English. Another language is another file with the same names.

const NAMES = {
  natural: "Natural",
  "player-pair": "Player pair",
  "banker-pair": "Banker pair",
};

const SIGNS = {
  "dragon-7": "D",
  "panda-8": "8",
  "triple-rabbit": "3R",
  "triple-tiger": "3T",
  "player-natural": "N",
  "banker-natural": "N",
  "player-dragon": "D",
  "banker-dragon": "D",
};

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// "dragon-7" reads "Dragon 7".
const spoken = (name) =>
  name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

// "player-by-9" is marked 9, "total-shot-18" is marked 18, "rabbit" is marked R.
const sign = (name) => SIGNS[name] ?? name.match(/-(\d+)$/)?.[1] ?? name.charAt(0).toUpperCase();

export const words = {
  beadPlate: "Bead plate",
  bigRoad: "Big road",
  bigEyeBoy: "Big eye boy",
  smallRoad: "Small road",
  cockroachPig: "Cockroach pig",
  next: "Next",
  limits: "Limits",
  collection: "Collection",
  lastResult: "Last result",
  thisHand: "This hand",
  noHandYet: "First hand to come",
  lastShoe: "Last shoe",
  naturalMark: "Natural",
  bankerPair: "Banker pair",
  playerPair: "Player pair",
  bonusMark: "Bonus",
  tieMark: "Tie",
  cutCard: "Cut card is out",
  freeHands: "Free hands",
  bank: "Bank",
  action: "Action",
  houseDealer: "House dealer",
  offered: "Offered",
  dice: "Dice",
  total: "Total",
  deck: "Deck",
  waitingForTable: "Waiting for the table",
  opensSoon: "This table opens soon",
  lastHands: "Last hands",
  lastRounds: "Last rounds",
  wagers: "Wagers",
  scorecard: "Scorecard",
  freeHand: "free",
  corrected: "corrected",
  print: "Print",
  hand: "Hand",
  noShoe: "No such shoe at this table",
  statistics: "Statistics",
  firstHand: "First hand",
  locale: "en-US",
  ended: {
    natural: "Natural",
    over: "Over",
    stood: "Stands",
    surrendered: "Surrendered",
    rescued: "Rescued",
    misplayed: "Misplayed",
  },
  letters: { P: "P", B: "B", T: "T" },
  states: {
    waiting: "Next round soon",
    "bank-offered": "Bank is offered",
    "no-bank": "Who takes the bank?",
    "place-bets": "Place your bets",
    "no-more-bets": "No more bets",
    dealing: "Dealing",
    paying: "Paying out",
    held: "Please wait",
  },
  name: (name) => NAMES[name] ?? spoken(name),
  sign,
  table: spoken,
  money: (amount) => `$${amount.toLocaleString("en")}`,
  range: ({ lowest, highest }) => `$${lowest.toLocaleString("en")} – $${highest.toLocaleString("en")}`,
  shoe: (number) => `Shoe ${number}`,
  round: (number) => `Round ${number.toLocaleString("en")}`,
  hands: (count) => (count === 1 ? "hand" : "hands"),
  cardsLeft: (count) => `${plural(count, "card", "cards")} left`,
  seat: (number) => `Seat ${number}`,
  turn: (turn) => `turn ${turn} of 2`,
  odds: (pays) => (pays === "push" ? "Push" : pays),
  pushes: (what) => `${what}: push`,
  upTo: (amount) => `up to $${amount.toLocaleString("en")}`,
  percent: (share) => `${share}%`,
  deckOf: (colour) => `${spoken(colour)} deck`,
  result: (coup) => (coup.winner === "tie" ? "Tie" : `${spoken(coup.winner)} wins`),
  noData: (seconds) =>
    seconds < 120
      ? `No data for ${seconds} s`
      : `No data for ${plural(Math.floor(seconds / 60), "minute", "minutes")}`,
};
