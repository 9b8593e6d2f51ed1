"""The state of a table.

Outside the core a state is a value: `advance` copies it and never touches the one it was given.
Inside one `advance` the copy is a draft that the handlers change in place, because building a new
object for every field would cost more than the rules themselves.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, TypeVar

from config.game import Game, Wager
from config.irregularities import IrregularityText
from controller.facts.board import ShoeStatistics
from controller.facts.cards import DECK_SIZE, Card
from controller.facts.decisions import Decision, OutcomeDecided
from controller.facts.events import Event
from controller.table.button import Placement

Decisions = tuple[Decision, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What does not change while a table is open."""

    game: Game
    table: str
    seats: int
    first_seat: int
    timer_s: int | None
    limits: tuple[int, int] | None
    devices: Mapping[str, str]
    holds_when_lost: frozenset[str]
    open_readings: tuple[str, ...]
    irregularities: Mapping[str, IrregularityText]
    digest: str
    reading_names: frozenset[str]
    outcomes: tuple[str, ...]
    marking: tuple[Wager, ...]
    tallied: Mapping[str, str]
    staying: tuple[str, ...]
    chart: tuple[str, ...]
    # How often a deck holds each face, by `Card.place`; the joker's is the last.
    copies: tuple[int, ...] = (1,) * DECK_SIZE + (0,)
    # What a table that only shows a sign calls its game, and its collection.
    title: str = ""
    collection: str = ""
    # Results are entered on the pad; no device sees the cards.
    by_hand: bool = False


class Wanted(NamedTuple):
    """One expectation, cheap to compare."""

    event: str
    text: str
    seat: int | None = None
    hand: str | None = None


class BankState(NamedTuple):
    """Who banks, in which of his hands, and to whom the bank is offered (0: nobody)."""

    seat: int = 0
    turn: int = 0
    offered: int = 0
    declined: int = 0
    halted: bool = False


class StayingWager(NamedTuple):
    """A wager that stays on the table, round after round, until it wins or loses."""

    seat: int
    wager: str


Part = TypeVar("Part")


def copier(part: type[Part]) -> Callable[[Part], Part]:
    """Write the assignments that copy a part, as dataclass writes its constructor.

    Every event copies the table and its round; this takes a third of the time of `copy.copy`.
    """
    names = [item.name for item in fields(part)]  # type: ignore[arg-type]
    lines = "".join(f"    draft.{name} = part.{name}\n" for name in names)
    source = f"def copy(part):\n    draft = new(cls)\n{lines}    return draft\n"
    scope: dict[str, Any] = {"new": object.__new__, "cls": part}
    exec(source, scope)
    copy: Callable[[Part], Part] = scope["copy"]
    return copy


class SeatHand(NamedTuple):
    """One hand at a seat: how often doubled, whether made by a split, and how it ended."""

    seat: int
    cards: tuple[Card, ...] = ()
    doubled: int = 0
    is_split: bool = False
    card_due: bool = False
    ended: str = ""


@dataclass(slots=True)
class RoundState:
    """One round: where it stands in the game's steps, and what has been dealt."""

    number: int
    group: int = 0
    open_steps: tuple[str, ...] = ()
    bets_open: bool = True
    wagers: frozenset[int] = frozenset()
    entering: str = ""
    placed: frozenset[int] = frozenset()
    stood: tuple[StayingWager, ...] = ()
    folded: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    player_total: int = 0
    banker_total: int = 0
    natural: bool = False
    face_down: tuple[str, ...] = ()
    next_hand: str | None = None
    stacks: int = 0
    stack_seats: tuple[int, ...] = ()
    dealt: int = 0
    pile: int = 0
    cup_open: bool = False
    dice: tuple[int, ...] = ()
    hands: tuple[SeatHand, ...] = ()
    acting: int = 0
    # What the acting hand may do, the usual play first.
    may: tuple[str, ...] = ()
    hole: Card | None = None
    insured: frozenset[int] = frozenset()
    declared: frozenset[int] = frozenset()
    covers: bool | None = None
    count: int | None = None
    count_readings: tuple[str, ...] = ()
    button: Placement | None = None
    outcome: OutcomeDecided | None = None
    # A coup dealt with no wagers on the table.
    is_free: bool = False


@dataclass(slots=True)
class ShoeState:
    """The shoe's account: how often each face came out (`seen`, packed), and what it brought."""

    number: int = 0
    decks: int = 0
    seen: int = 0
    drawn: int = 0
    cut_card_out: bool = False
    ended: bool = True
    hands: tuple[OutcomeDecided, ...] = ()
    previous: ShoeStatistics | None = None


class DeckState(NamedTuple):
    """The shuffler's decks: which colour lies in it, whether it is ready, which one is due.

    A `spoiled` deck was left half dealt by a voided round and only waits to be unloaded;
    `in_tray` says that a stack has not been lifted yet, `cards` how many were shuffled.
    """

    loaded: str = ""
    ready: bool = False
    due: str = ""
    spoiled: bool = False
    in_tray: bool = False
    cards: int = 0


class Hold(NamedTuple):
    """Why the table waits, and what arrived meanwhile."""

    name: str
    seen: str
    expected: str
    event: Event | None = None
    released_by: str = ""
    waiting: tuple[Event, ...] = ()
    # What the house dealer keyed in so far of a card or dice not read; why a key was refused.
    named: tuple[str, ...] = ()
    said: str = ""


class DeviceState(NamedTuple):
    """Whether a device answers, and why not."""

    device: str
    is_ready: bool
    reason: str


class PendingEntry(NamedTuple):
    """A result being keyed in, when the last one was committed, and what was last said of it."""

    winner: str = ""
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    bonuses: tuple[str, ...] = ()
    committed_ms: int | None = None
    said: str = ""
    # Where the table stood when it was said; the words are stale anywhere else.
    said_at: str = ""


NO_BANK: Final = BankState()
NO_DECK: Final = DeckState()
NO_ENTRY: Final = PendingEntry()


@dataclass(slots=True)
class TableState:
    """Everything the core knows. `rules` is fixed; the rest is what the events made of it."""

    rules: Rules
    bank: BankState = NO_BANK
    round: RoundState | None = None
    rounds: int = 0
    shoe: ShoeState = field(default_factory=ShoeState)
    deck: DeckState = NO_DECK
    hold: Hold | None = None
    expected: tuple[Wanted, ...] = ()
    devices: tuple[DeviceState, ...] = ()
    last: OutcomeDecided | None = None
    staying: tuple[StayingWager, ...] = ()
    # Seats that were in the round before, where only those may bank; who held a rotating button.
    bettors: frozenset[int] = frozenset()
    holder: int = 0
    entry: PendingEntry = NO_ENTRY
    decided: list[Decision] = field(default_factory=list, compare=False, repr=False)

    def draft(self) -> "TableState":
        """Copy every part an event may change in place."""
        draft = copy_table(self)
        draft.decided = []
        draft.shoe = copy_shoe(self.shoe)
        if self.round is not None:
            draft.round = copy_round(self.round)
        return draft

    def decide(self, *decisions: Decision) -> None:
        """Add to what this event decided."""
        self.decided.extend(decisions)


copy_table = copier(TableState)
copy_round = copier(RoundState)
copy_shoe = copier(ShoeState)


class Irregular(NamedTuple):
    """An event that met no expectation: its name in the catalogue, what was seen and expected."""

    name: str
    seen: str
    expected: str = ""
