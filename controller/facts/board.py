"""The board: the whole picture of a table at one number of the record, for screens to draw."""

from typing import Literal

from pydantic import Field

from controller.facts.alarms import AlarmsView
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, LineHit, OutcomeDecided, SeatWager
from controller.facts.fact import Fact, Name, Pips, RankCode, Seat, Text
from controller.facts.phrase import Phrase, Reason
from controller.facts.tiles import Tile

Phase = Literal["waiting", "bank", "halted", "betting", "dealing", "settling", "held"]


class HandMark(Fact):
    """One hand of the shoe as a road keeps it: `mark` is P, B or T with flags n, p, b."""

    mark: str
    bonuses: tuple[Name, ...] = ()
    # None where nobody saw the cards: entered or corrected by hand.
    player_total: int | None = 0
    banker_total: int | None = 0
    is_free: bool = False
    # By a ruling: corrected, or put in.
    is_ruled: bool = False


class ShoeStatistics(Fact):
    """What a shoe brought: hands, how often each outcome came, and each mark of a bonus."""

    shoe: int
    hands: int
    counts: dict[str, int]
    marks: dict[str, int] = Field(default_factory=dict)


class ShoeView(Fact):
    """The shoe in play."""

    number: int
    decks: int
    # None where no reader counts them.
    cards_left: int | None
    cut_card_out: bool
    hands: tuple[HandMark, ...]
    statistics: ShoeStatistics


class DeckView(Fact):
    """The deck that stacks come from: the colour due, whether it is shuffled, what must be left."""

    colour: str
    is_ready: bool
    # Left half dealt by a void round: it only waits to be put away.
    is_spoiled: bool
    left: int


class PlacedView(Fact):
    """A wager that was entered by name and amount."""

    seat: Seat
    wager: Name
    # In dollars, as text.
    amount: str
    # Somebody else's, behind the seat.
    is_behind: bool = False


# Won, lost, returned, stays; nothing: the house dealer compares the hands.
WalkResult = Literal["win", "lose", "push", "stay", ""]


class WalkWager(Fact):
    """One wager of a step: what becomes of it, and in dollars what moves, where that is known."""

    wager: Name
    result: WalkResult
    is_behind: bool = False
    pays: str | None = None
    takes: str | None = None
    # What the bank owes and has not.
    uncovered: str | None = None


class WalkStep(Fact):
    """One seat of the walk."""

    seat: Seat
    wagers: tuple[WalkWager, ...]


class Walk(Fact):
    """The settlement as it is walked, seat after seat; a stage before the last has a name."""

    stage: str = ""
    losers_first: bool = False
    steps: tuple[WalkStep, ...]


class HoldView(Fact):
    """Why the table waits; only the dealer's and the supervisor's pages may show it."""

    name: Name
    seen: Phrase
    expected: tuple[Phrase, ...]
    # What the house dealer may name on the pad, the keys pressed so far, whether one was refused.
    naming: Literal["", "card", "dice"] = ""
    named: tuple[str, ...] = ()
    refused: Phrase | None = None


class DeviceView(Fact):
    """A device as the table knows it."""

    device: Name
    state: Literal["ready", "unavailable", "silent"]
    reason: Reason = ""


HandEnd = Literal[
    "",
    "natural",
    "over",
    "stood",
    "surrendered",
    "rescued",
    "misplayed",
    "folded",
    "played",
]


class HandName(Fact):
    """What a hand is called: `pair` with its rank, `gee-joon`, `points` with their number."""

    name: Name
    rank: RankCode | None = None
    points: int | None = None


class HandView(Fact):
    """What lies in one place: open cards and what they count, and cards nobody may or can see."""

    cards: tuple[Card, ...] = ()
    tiles: tuple[Tile, ...] = ()
    # How open cards or tiles are set, and what each row is called; none: one row without a name.
    rows: tuple[int, ...] = ()
    called: tuple[HandName, ...] = ()
    # Face down, or read by no device: so many in each row, as the hand is set.
    down: tuple[int, ...] = ()
    # Of open cards only, as `soft 17`: a word of the words' names, then a number.
    count: tuple[str, ...] = ()


class SeatHandView(HandView):
    """A hand at a seat: how often doubled, whether it is over for it, and what it came to."""

    seat: Seat
    doubled: int = 0
    ended: HandEnd = ""
    result: Literal["", "natural", "win", "push", "lose"] = ""


class HandToShow(Fact):
    """A hand that lies face up and no device reads; no seat: the cards in the middle."""

    seat: Seat | None = None
    rows: tuple[int, ...]
    of_tiles: bool = False


class CountView(Fact):
    """How dice or a card lead round the table: each seat the count passes, the counted one last."""

    points: int
    rank: RankCode | None = None
    walk: tuple[Seat, ...] = ()


class EntryView(Fact):
    """A result being keyed in; only the dealer's and the supervisor's pages may show it."""

    winner: Literal["", "player", "banker", "tie"]
    natural: bool
    player_pair: bool
    banker_pair: bool
    bonuses: tuple[Name, ...]
    # What was last said of it: why a key was refused, or what was taken back.
    said: Phrase | None = None


class Board(Fact):
    """Everything a screen of this table may need."""

    kind: Literal["board"] = "board"
    number: int
    table: Name
    room: str
    game: str
    game_name: str
    family: str
    seats: Seat
    phase: Phase
    round: int
    bank: Seat | None
    turn: int
    offered: Seat | None
    button: Seat | None
    first_hand: Seat | None
    wagers: tuple[Seat, ...]
    bets_open: bool
    timer_s: int | None
    limits: tuple[int, int] | None
    expected: tuple[Expectation, ...]
    hold: HoldView | None
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    last: OutcomeDecided | None
    outcomes: tuple[Name, ...]
    dice: tuple[Pips, ...]
    deck_colour: str | None
    deck: DeckView | None = None
    shoe: ShoeView | None
    previous_shoe: ShoeStatistics | None
    devices: tuple[DeviceView, ...]
    readings: tuple[Name, ...]
    staying: tuple[SeatWager, ...] = ()
    # Wagers entered by name and amount, and what the bank put up.
    placed: tuple[PlacedView, ...] = ()
    stake: str | None = None
    # How the round is settled, while it is.
    walk: Walk | None = None
    hands: tuple[SeatHandView, ...] = ()
    bank_hand: HandView | None = None
    # In the middle of the table, for everybody.
    community: HandView | None = None
    # Which of them may be keyed in, for all to see.
    to_show: tuple[HandToShow, ...] = ()
    # Whose hand is in turn.
    acting: Seat | None = None
    count: CountView | None = None
    has_button: bool = False
    # The betting windows after the cards, and the one that is open.
    windows: tuple[Name, ...] = ()
    window: Name | None = None
    # The lines of the pay tables that the last decided cards show.
    hits: tuple[LineHit, ...] = ()
    collection: Text = ""
    # The marks bonus wagers leave, where one wager leaves several.
    marks: tuple[Name, ...] = ()
    # Time until the bets close by themselves, when this board was drawn.
    timer_left_ms: int | None = None
    # How results reach the table, and the one being keyed in.
    by_hand: bool = False
    entry: EntryView | None = None
    # What was keyed in last and may be taken back, by its kind.
    last_entry: Name | None = None
    # What the pads say; only the dealer's and the supervisor's pages may show it.
    prompt: tuple[Phrase, ...] = ()
    # What staff should see to, if anything.
    alarms: AlarmsView | None = None
    # The device that a technician tries, if one is.
    tested: Name | None = None
