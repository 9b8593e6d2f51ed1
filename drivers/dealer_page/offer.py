"""What the house dealer's page offers: controls, each with the events it reports, and keypads."""

from typing import Literal

from controller.facts.cards import RANKS
from controller.facts.events import Event
from controller.facts.fact import Fact, Name, Seat, Text

Tone = Literal["", "main", "quiet", "player", "banker", "tie", "enter", "alarm"]


class Act(Fact):
    """An event, and the device of the page that reports it."""

    device: Name
    event: Event


class Control(Fact):
    """A key of the page: what a touch of it reports, one after the other, and what a hold does."""

    key: str
    label: Text
    acts: tuple[Act, ...] = ()
    held: tuple[Act, ...] = ()
    tone: Tone = ""
    # Whose key it is, where it stands at a seat.
    seat: Seat | None = None
    # It shows what is keyed in so far.
    is_on: bool = False


class Keypad(Fact):
    """Keys that make one event of several touches: a card, a rank, the dice."""

    kind: Literal["card", "rank", "dice", "name-card", "name-dice"]
    device: Name
    # Reported before what is keyed in: a cup that shows dice was opened.
    first: tuple[Act, ...] = ()
    # How many dice; 1 for a card.
    count: int = 1
    # Of the game's deck, one letter each.
    ranks: str = RANKS
    has_joker: bool = False
    # What was keyed in so far of a card or dice that nobody read.
    named: tuple[str, ...] = ()


class WagerKeys(Fact):
    """A wager that may be keyed in by its amount, or one that stays until it is decided."""

    wager: Name
    title: Text
    stays: bool = False


class HandKeys(Fact):
    """A hand that lies face up and may be keyed in, row by row; no seat: the middle."""

    device: Name
    seat: Seat | None = None
    rows: tuple[int, ...]
    of_tiles: bool = False
    is_shown: bool = False


class Offer(Fact):
    """Everything that can be done on the page at this moment."""

    # What leads on comes first.
    controls: tuple[Control, ...] = ()
    keypad: Keypad | None = None
    # The keys of a result that is entered by hand.
    result: tuple[Control, ...] = ()
    # At the seats: one that places a wager, or takes it back.
    seats: tuple[Control, ...] = ()
    wagers: tuple[WagerKeys, ...] = ()
    # The device that tells of wagers and stakes, while they may be.
    wager_device: Name | None = None
    # What no device reads and all may see.
    hands: tuple[HandKeys, ...] = ()
    ranks: str = RANKS
    jokers: int = 0
    # How often the decks hold any other card.
    decks: int = 1
    # Out of the way of the fingers: a new shoe, faults that somebody saw, the floor.
    more: tuple[Control, ...] = ()
    floor: Control | None = None
    # Takes back what was keyed in last.
    back: Control | None = None
