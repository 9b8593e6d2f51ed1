"""A family of games: what it adds to the table that every game shares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from config.game import Game, Wager
from controller.dealing.dealer import Custom, Habit
from controller.dealing.people import Chance
from controller.facts.board import HandName, HandView, SeatHandView
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, LineHit, OutcomeDecided, RulingRefused
from controller.facts.events import Event, RulingGiven
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.facts.tiles import Tile
from controller.settlement.exchange import Exchange
from controller.settlement.finished import FinishedRound
from controller.settlement.house_decision import HouseDecision
from controller.settlement.lap import Laps
from controller.settlement.stages import Settled
from controller.settlement.verdict import Judge
from controller.table.open_steps import OpenSteps
from controller.table.state import Irregular, RoundState, Rules, TableState

DONE: Final = "done"
# A step took an event and goes on (None), took it and is done, or found it irregular.
StepResult = None | Literal["done"] | Irregular
Handler = Callable[..., None]
HouseWay = Callable[..., HouseDecision]


def nothing_to_begin(_table: TableState, _round: RoundState) -> None:
    """Begin a step that has nothing to prepare."""


def always_due(_table: TableState, _round: RoundState) -> bool:
    """Take a step in every round."""
    return True


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `take` gets `forced` when a ruling accepts an event despite its fault."""

    name: str
    events: frozenset[type[Fact]]
    wanted: Callable[[TableState, RoundState], tuple[Expectation, ...]]
    take: Callable[..., StepResult]
    begin: Callable[[TableState, RoundState], None] = nothing_to_begin
    # A step that is not due when the round reaches it is left out, as a draw nobody may make.
    is_due: Callable[[TableState, RoundState], bool] = always_due
    # The section of the game's file without which the step cannot be taken.
    needs: str = ""
    # What this step knows of a round.
    part: type[tuple[object, ...]] | None = None
    # The step of a label, for a kind that a round may take several times: `stacks:flop`.
    labelled: "Callable[[str], Step] | None" = None


def open_together(steps: Sequence[Step]) -> OpenSteps:
    """Of several steps the first that can, takes."""

    def wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
        return tuple([due for step in steps for due in step.wanted(table, current)])

    takers = {kind: step for step in reversed(steps) for kind in step.events}
    names = tuple(step.name for step in steps)
    return OpenSteps(names, takers, steps[0].wanted if len(steps) == 1 else wanted)


@dataclass(frozen=True, slots=True)
class Group:
    """Steps that a round reaches together, and which of them have something to prepare."""

    steps: tuple[Step, ...]
    open: OpenSteps
    prepared: tuple[Step, ...]
    # None of them is ever left out.
    is_always_due: bool


def group_of(steps: tuple[Step, ...]) -> Group:
    """A group of a game's steps."""
    return Group(
        steps,
        open_together(steps),
        tuple(step for step in steps if step.begin is not nothing_to_begin),
        all(step.is_due is always_due for step in steps),
    )


class Shown(NamedTuple):
    """What everybody may see on the table."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    hands: tuple[SeatHandView, ...] = ()
    bank: HandView | None = None
    community: HandView | None = None
    acting: int | None = None
    hits: tuple[LineHit, ...] = ()


class Unread(NamedTuple):
    """Where no device reads the cards: how many a hand has, how it is set, how many are common."""

    cards: int = 0
    set_as: tuple[int, ...] = ()
    community: int = 0
    are_tiles: bool = False

    @property
    def rows(self) -> tuple[int, ...]:
        """How many cards lie in each row of a hand that is shown."""
        return self.set_as or ((self.cards,) if self.cards else ())


class OpenHand(NamedTuple):
    """A hand that lies face up, row by row as it is set, and the cards in the middle with it."""

    rows: tuple[tuple[Card, ...], ...] = ()
    tiles: tuple[tuple[Tile, ...], ...] = ()
    community: tuple[Card, ...] = ()


READ_ALL: Final = Unread()


def _nameless(_game: Game, _hand: OpenHand) -> tuple[HandName, ...]:
    return ()


def _no_hits(_game: Game, _outcome: OutcomeDecided) -> tuple[LineHit, ...]:
    return ()


def _never(_round: RoundState) -> bool:
    return False


def _nobody(_table: TableState, _round: RoundState) -> bool:
    return False


def _hides_nothing(_game: Game) -> bool:
    return False


def _stays(_wager: Wager, _outcome: OutcomeDecided) -> Literal["", "won", "lost"]:
    return ""


def _no_card(_game: Game, _finished: FinishedRound) -> Card | None:
    return None


def _no_naturals(_game: Game, _finished: FinishedRound) -> frozenset[int]:
    return frozenset()


def _nothing_added(known: FinishedRound, _round: RoundState) -> FinishedRound:
    return known


def _no_habits(_rules: Rules, _custom: Custom, _chance: Chance) -> Mapping[str, Habit]:
    return {}


def _no_road(table: TableState, _event: RulingGiven) -> None:
    table.decide(RulingRefused(reason=phrase("keeps-no-road", game=table.rules.game.name)))


def _nothing_open(_state: TableState, _told: FinishedRound) -> tuple[Event, ...]:
    return ()


def _nothing_accepted(_state: TableState, _told: FinishedRound) -> bool:
    return False


def _no_told_habits(_rules: Rules, _told: FinishedRound) -> Mapping[str, Habit]:
    return {}


# Whether a told round bears out that a thing expected was done.
Deed = Callable[[TableState, FinishedRound, Expectation], bool]


@dataclass(frozen=True, slots=True)
class Told:
    """What a family adds to the way a told round is dealt; what is not named is common to all."""

    # The next card of a hand that is due one; none: the file has no more of it.
    card: Callable[[TableState, FinishedRound, Expectation], Card | None] | None = None
    # Everything that may have been done now, where a file leaves that open.
    ways: Callable[[TableState, FinishedRound], tuple[Event, ...]] = _nothing_open
    # What a file tells of being done, and how, both by the kind of event expected.
    deeds: Mapping[str, Deed] = field(default_factory=dict)
    habits: Callable[[Rules, FinishedRound], Mapping[str, Habit]] = _no_told_habits
    # The floor let the hand in turn stand as it was.
    is_accepted: Callable[[TableState, FinishedRound], bool] = _nothing_accepted
    # Refuses what is told beyond what was dealt; without it, cards of hands the table reads.
    require_done: Callable[[TableState, FinishedRound], None] | None = None
    # The section of a game whose lines an irregularity breaks, by its name; and of any other.
    sections: Mapping[str, str] = field(default_factory=dict)
    section: str = "deal"


TOLD_PLAINLY: Final = Told()


@dataclass(frozen=True, slots=True)
class Family:
    """Games that share a way to deal and settle; everything not named here is common to all."""

    name: str
    # The family's own sections of a game file, beside those that all games have.
    game: type[Game]
    steps: tuple[Step, ...] = ()
    handlers: Mapping[type[Fact], Handler] = field(default_factory=dict)
    # The least number of seats with a wager; below it the bets cannot be closed.
    fewest_wagers: int = 0
    # Players say whether they take a card, so that a round may need many.
    draws_by_choice: bool = False
    on_bets_closed: Callable[[TableState, RoundState], None] = nothing_to_begin
    is_under_way: Callable[[RoundState], bool] = _never
    # What lies open; without it, hands that no device reads.
    shown: Callable[[TableState, RoundState], Shown] | None = None
    unread: Unread = READ_ALL
    # What players call each row of a hand.
    called: Callable[[Game, OpenHand], tuple[HandName, ...]] = _nameless
    # The lines of the pay tables that a result on the road shows.
    hits: Callable[[Game, OutcomeDecided], tuple[LineHit, ...]] = _no_hits
    # Whether cards that a device reads lie face down for a while.
    hides_cards: Callable[[Game], bool] = _hides_nothing
    before_settlement: Callable[[TableState, RoundState], None] = nothing_to_begin
    # Adds the hands a round has seen to what every finished round knows.
    finished: Callable[[FinishedRound, RoundState], FinishedRound] = _nothing_added
    # Where the order of settlement is not a lap from the button or the bank.
    laps: Callable[[Game, int, FinishedRound], Laps] | None = None
    # Its results go on a road.
    keeps_road: bool = False
    fate: Callable[[Wager, OutcomeDecided], Literal["", "won", "lost"]] = _stays
    rule_on_hand: Callable[[TableState, RulingGiven], None] = _no_road
    judge: Judge | None = None
    # Where players settle with each other and there is no bank.
    exchanges: Callable[[Game, int, FinishedRound], tuple[Exchange, ...]] | None = None
    # The card that places the button, in a finished round.
    deciding_card: Callable[[Game, FinishedRound], Card | None] = _no_card
    # The seats with a natural that the bank has not and cannot have any more.
    naturals: Callable[[Game, FinishedRound], frozenset[int]] = _no_naturals
    # Whether any seat holds one; in most rounds nobody does, and no round is summed up to find it.
    has_natural: Callable[[TableState, RoundState], bool] = _nobody
    # Wagers that a seat is known not to have, as an insurance nobody took.
    absent: Callable[[Game, FinishedRound], Settled] | None = None
    # How a round that a file tells is dealt once more.
    told: Told = TOLD_PLAINLY
    house_way: HouseWay | None = None
    # How people deal it, by the kind of event expected, where every table's habits do not serve.
    habits: Callable[[Rules, Custom, Chance], Mapping[str, Habit]] = _no_habits
