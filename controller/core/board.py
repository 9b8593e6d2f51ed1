"""The board: the whole picture of a table at one number of the record, for screens to draw."""

from typing import Literal

from controller.core.cards import Card
from controller.core.decisions import Expectation, OutcomeDecided, SeatWager
from controller.core.fact import Fact, Name, Pips, Seat, Text

Phase = Literal["waiting", "bank", "halted", "betting", "dealing", "settling", "held"]


class HandMark(Fact):
    """One hand of the shoe as a road keeps it: `mark` is P, B or T with flags n, p, b."""

    mark: str
    bonuses: tuple[Name, ...] = ()
    player_total: int = 0
    banker_total: int = 0


class ShoeStatistics(Fact):
    """What a shoe brought: hands, and how often each outcome came."""

    shoe: int
    hands: int
    counts: dict[str, int]


class ShoeView(Fact):
    """The shoe in play."""

    number: int
    decks: int
    cards_left: int
    cut_card_out: bool
    hands: tuple[HandMark, ...]
    statistics: ShoeStatistics


class HoldView(Fact):
    """Why the table waits; only the dealer's and the supervisor's pages may show the texts."""

    name: Name
    dealer_text: Text
    supervisor_text: Text
    seen: Text
    expected: Text


class DeviceView(Fact):
    """A device as the table knows it."""

    device: Name
    state: Literal["ready", "unavailable"]
    reason: Text = ""


class SeatHandView(Fact):
    """A hand at a seat: its face-up cards, how often doubled, whether it is over for it."""

    seat: Seat
    cards: tuple[Card, ...]
    doubled: int
    ended: Literal["", "natural", "over", "stood", "surrendered", "rescued", "misplayed"]


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
    shoe: ShoeView | None
    previous_shoe: ShoeStatistics | None
    devices: tuple[DeviceView, ...]
    readings: tuple[Name, ...]
    staying: tuple[SeatWager, ...] = ()
    hands: tuple[SeatHandView, ...] = ()
    collection: Text = ""
