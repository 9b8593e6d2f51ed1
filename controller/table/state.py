"""The state of a table.

Outside the core a state is a value: `advance` copies it and never touches the one it was given.
Inside one `advance` the copy is a draft that the handlers change in place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from config.game import FeeOption, Game, Wager
from config.settlement import Stage
from controller.facts.board import ShoeStatistics
from controller.facts.cards import DECK_SIZE
from controller.facts.decisions import Decision, Expectation, OutcomeDecided
from controller.facts.events import Event
from controller.facts.fact import Fact
from controller.facts.kinds import Ruling
from controller.facts.phrase import Argument, Phrase, Reason
from controller.facts.settings import Settings
from controller.settlement.button import Placement
from controller.table.open_steps import NOTHING_OPEN, OpenSteps

if TYPE_CHECKING:
    from controller.table.family import Family, Group, Step

Decisions = tuple[Decision, ...]
# Every event makes a draft; assigning its fields costs half of what the constructor does.
_bare: Final = object.__new__
# For the values that every card makes: a NamedTuple's own constructor takes twice as long.
made: Final = tuple.__new__


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What does not change while a table is open."""

    game: Game
    family: "Family"
    # The game's steps by name, in their groups, and in every way they can be open together; what
    # it does with an event, and the events void with a round.
    steps: Mapping[str, "Step"]
    groups: tuple["Group", ...]
    open_steps: Mapping[tuple[str, ...], OpenSteps]
    handlers: Mapping[type[Fact], Callable[..., None]]
    round_events: frozenset[type[Fact]]
    table: str
    seats: int
    first_seat: int
    timer_s: int | None
    limits: tuple[int, int] | None
    devices: Mapping[str, str]
    holds_when_lost: frozenset[str]
    open_readings: tuple[str, ...]
    # The irregularities for which the table holds until it is ruled on, and what is then offered.
    offers: Mapping[str, tuple[Ruling, ...]]
    digest: str
    reading_names: frozenset[str]
    outcomes: tuple[str, ...]
    marking: tuple[Wager, ...]
    tallied: Mapping[str, str]
    staying: tuple[str, ...]
    wager_names: frozenset[str]
    # Least and most of each wager in one place, as far as a table or a book has them.
    wager_limits: Mapping[str, tuple[Decimal, Decimal]] = field(default_factory=dict)
    # The collection schedule in force.
    schedule: FeeOption | None = None
    # What is settled before the last laps, in the order of the deal.
    stages: tuple[Stage, ...] = ()
    # How often a deck holds each face, by `Card.place`; the joker's is the last.
    copies: tuple[int, ...] = (1,) * DECK_SIZE + (0,)
    # What a table that only shows a sign calls its game, and its collection.
    title: str = ""
    collection: str = ""
    # Results are entered on the pad; no device sees the cards.
    by_hand: bool = False
    # Of the table file: limits of wagers that have their own, and the option of the schedule.
    own_limits: tuple[tuple[str, int, int], ...] = ()
    fees: str | None = None

    @property
    def settings(self) -> Settings:
        """What the table file says of all this, as the record keeps it."""
        return Settings(
            seats=self.seats,
            first_seat=self.first_seat,
            timer_s=self.timer_s,
            limits=self.limits,
            wager_limits=self.own_limits,
            fees=self.fees,
            by_hand=self.by_hand,
            devices=tuple(sorted(self.devices.items())),
            holds_when_lost=tuple(sorted(self.holds_when_lost)),
            title=self.title,
            collection=self.collection,
        )


def expect(
    event: str, code: str, seat: int | None = None, hand: str | None = None, **arguments: Argument
) -> Expectation:
    """One thing that may happen next."""
    return Expectation(event=event, code=code, seat=seat, hand=hand, arguments=arguments)


class BankState(NamedTuple):
    """Who banks and in which of his hands, who is offered the bank, who had it last (0: nobody)."""

    seat: int = 0
    turn: int = 0
    offered: int = 0
    declined: int = 0
    halted: bool = False
    last: int = 0

    def outgoing(self, rules: Rules) -> int:
        """The seat that may not bank before another one has; 0 where there is none."""
        return self.last if rules.game.bank.intervening else 0


class StayingWager(NamedTuple):
    """A wager that stays on the table, round after round, until it wins or loses."""

    seat: int
    wager: str


class Betting(NamedTuple):
    """Whether bets are open, and which seats have a wager as far as anyone entered it."""

    is_open: bool = True
    wagers: frozenset[int] = frozenset()


class ButtonState(NamedTuple):
    """What was counted for the action button, by a card of which rank, and where it led."""

    counted: int | None = None
    rank: str = ""
    placed: Placement | None = None

    @property
    def seat(self) -> int | None:
        """The seat with the action button."""
        return self.placed.button if self.placed else None

    @property
    def first_hand(self) -> int | None:
        """The seat that gets the first hand."""
        return self.placed.first_hand if self.placed else None


Part = TypeVar("Part", bound=tuple[object, ...])
BETS_OPEN: Final = Betting()
MOST_TOGETHER: Final = 256
NO_BUTTON: Final = ButtonState()


@dataclass(slots=True)
class RoundState:
    """One round: where it stands in the game's steps, its bets, button and result, and its parts.

    A part is what one step knows of the round: put there when the step opens, gone with the round.
    """

    number: int
    group: int = 0
    open: OpenSteps = NOTHING_OPEN
    betting: Betting = BETS_OPEN
    button: ButtonState = NO_BUTTON
    outcome: OutcomeDecided | None = None
    # A coup dealt with no wagers on the table.
    is_free: bool = False
    # Under each class one value of it, which is more than a type can say.
    parts: Mapping[type[tuple[object, ...]], Any] = field(default_factory=dict)

    @property
    def open_steps(self) -> tuple[str, ...]:
        """The names of the steps that are open."""
        return self.open.names

    def draft(self) -> "RoundState":
        """Copy the round; parts are values and are shared."""
        copy = _bare(RoundState)
        copy.number = self.number
        copy.group = self.group
        copy.open = self.open
        copy.betting = self.betting
        copy.button = self.button
        copy.outcome = self.outcome
        copy.is_free = self.is_free
        copy.parts = self.parts
        return copy

    def get(self, kind: type[Part]) -> Part:
        """The part of a step that has opened."""
        part: Part = self.parts[kind]
        return part

    def find(self, kind: type[Part]) -> Part | None:
        """The part of a step, if it has opened."""
        part: Part | None = self.parts.get(kind)
        return part

    def put(self, part: tuple[object, ...]) -> None:
        """Put a part in, or another value of it in its place."""
        self.parts = {**self.parts, type(part): part}


class ClosedRound(NamedTuple):
    """A round that is over and counted, and who banked it."""

    bank: int
    round: RoundState


class TakenHand(NamedTuple):
    """A hand that was taken off the road, and its number there, from 1."""

    place: int
    hand: OutcomeDecided


class ShoeState(NamedTuple):
    """The shoe's account: how often each face came out (`seen`, packed), and what it brought."""

    number: int = 0
    decks: int = 0
    seen: int = 0
    drawn: int = 0
    cut_card_out: bool = False
    ended: bool = True
    hands: tuple[OutcomeDecided, ...] = ()
    previous: ShoeStatistics | None = None
    # Cut cards that the shoe took for cards: it counts them, the decks do not.
    cut_named: int = 0
    # Those that can be put back, the last one taken last.
    taken: tuple[TakenHand, ...] = ()


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


class Entered(NamedTuple):
    """The table as it was before an event that may be taken back, and the kind of that event."""

    entry: str
    round: RoundState
    shoe: ShoeState
    deck: DeckState


class Hold(NamedTuple):
    """Why the table waits, and what arrived meanwhile."""

    name: str
    seen: Phrase
    expected: tuple[Phrase, ...] = ()
    event: Event | None = None
    released_by: str = ""
    # In blocks: one event more copies the last block, not all that ever waited.
    late: tuple[tuple[Event, ...], ...] = ()
    # What the house dealer keyed in so far of a card or dice not read; why a key was refused.
    named: tuple[str, ...] = ()
    said: Phrase | None = None

    @property
    def waiting(self) -> tuple[Event, ...]:
        """What arrived meanwhile, in its order."""
        return tuple(chain.from_iterable(self.late))

    def keeping(self, *events: Event) -> "Hold":
        """The same with events that came after all others."""
        late = self.late
        if not late or len(late[-1]) >= MOST_TOGETHER:
            return self._replace(late=(*late, events))
        return self._replace(late=(*late[:-1], (*late[-1], *events)))


class DeviceState(NamedTuple):
    """Whether a device answers its driver, why not, and whether the driver is heard."""

    device: str
    is_linked: bool
    reason: Reason
    is_heard: bool = True
    # Which start of the device was last heard of, and what is doubtful since: a hold's name.
    boot: int | None = None
    doubt: str = ""
    counts: Phrase | None = None
    # Known from before the daemon's start; False until it is heard of again.
    is_sure: bool = True

    @property
    def state(self) -> Literal["ready", "unavailable", "silent"]:
        """What the table may expect of the device."""
        if not self.is_heard:
            return "silent"
        return "ready" if self.is_linked else "unavailable"


class PendingEntry(NamedTuple):
    """A result being keyed in, when the last one was committed, and what was last said of it."""

    winner: Literal["", "player", "banker", "tie"] = ""
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    bonuses: tuple[str, ...] = ()
    committed_ms: int | None = None
    said: Phrase | None = None
    # Where the table stood when it was said; it is stale anywhere else.
    said_at: str = ""


NO_BANK: Final = BankState()
NO_SHOE: Final = ShoeState()
NO_DECK: Final = DeckState()
NO_ENTRY: Final = PendingEntry()


@dataclass(slots=True)
class TableState:
    """Everything the core knows. `rules` is fixed; the rest is what the events made of it."""

    rules: Rules
    bank: BankState = NO_BANK
    round: RoundState | None = None
    rounds: int = 0
    shoe: ShoeState = NO_SHOE
    deck: DeckState = NO_DECK
    hold: Hold | None = None
    expected: tuple[Expectation, ...] = ()
    devices: tuple[DeviceState, ...] = ()
    last: OutcomeDecided | None = None
    staying: tuple[StayingWager, ...] = ()
    # Seats that were in the round before, where only those may bank; who held a rotating button.
    bettors: frozenset[int] = frozenset()
    holder: int = 0
    entry: PendingEntry = NO_ENTRY
    # What was entered last in this round, the newest last, as long as it may be taken back.
    entered: tuple[Entered, ...] = ()
    # Settings that wait for the end of the round in play.
    coming: Settings | None = None
    # What the last event decided, and the rounds it closed.
    decided: list[Decision] = field(default_factory=list, compare=False, repr=False)
    closed: tuple[ClosedRound, ...] = field(default=(), compare=False, repr=False)

    def draft(self) -> "TableState":
        """Copy the table and its round, which an event changes in place; the rest are values."""
        copy = _bare(TableState)
        copy.rules = self.rules
        copy.bank = self.bank
        copy.round = self.round and self.round.draft()
        copy.rounds = self.rounds
        copy.shoe = self.shoe
        copy.deck = self.deck
        copy.hold = self.hold
        copy.expected = self.expected
        copy.devices = self.devices
        copy.last = self.last
        copy.staying = self.staying
        copy.bettors = self.bettors
        copy.holder = self.holder
        copy.entry = self.entry
        copy.entered = self.entered
        copy.coming = self.coming
        copy.decided = []
        copy.closed = ()
        return copy

    def decide(self, decision: Decision) -> None:
        """Add to what this event decided."""
        self.decided.append(decision)


class Irregular(NamedTuple):
    """An event that met no expectation: its name in the catalogue, and what was expected.

    What was seen is the event itself, unless more is to be said of it.
    """

    name: str
    expected: Phrase | None = None
    seen: Phrase | None = None
