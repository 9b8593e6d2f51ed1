// Every word the screens show, in English. Another language is another file with the same names.

const NAMES = {
  player: "Player",
  banker: "Banker",
  tie: "Tie",
  natural: "Natural",
};

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

// "dragon-7" reads "Dragon 7".
const spoken = (name) =>
  name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

export const words = {
  beadPlate: "Bead plate",
  bigRoad: "Big road",
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
  bank: "Bank",
  action: "Action",
  houseDealer: "House dealer",
  offered: "Offered",
  dice: "Dice",
  total: "Total",
  deck: "Deck",
  waitingForTable: "Waiting for the table",
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
  table: spoken,
  money: (amount) => `$${amount.toLocaleString("en")}`,
  shoe: (number) => `Shoe ${number}`,
  round: (number) => `Round ${number.toLocaleString("en")}`,
  hands: (count) => (count === 1 ? "hand" : "hands"),
  cardsLeft: (count) => `${plural(count, "card", "cards")} left`,
  seat: (number) => `Seat ${number}`,
  turn: (turn) => `turn ${turn} of 2`,
  percent: (share) => `${share}%`,
  deckOf: (colour) => `${spoken(colour)} deck`,
  result: (coup) => (coup.winner === "tie" ? "Tie" : `${NAMES[coup.winner]} wins`),
  noData: (seconds) =>
    seconds < 120
      ? `No data for ${seconds} s`
      : `No data for ${plural(Math.floor(seconds / 60), "minute", "minutes")}`,
};
