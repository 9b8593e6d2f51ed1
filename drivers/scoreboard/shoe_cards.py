"""One shoe after the other, as the decisions of the record tell them."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from config.game import Game
from controller.bus.messages import Entry
from controller.facts.board import HandMark, ShoeStatistics
from controller.facts.cards import Card
from controller.facts.decisions import (
    HandCorrected,
    HandInserted,
    HandTakenBack,
    OutcomeDecided,
    RoundClosed,
    RoundVoided,
    ShoeEnded,
    ShoeStarted,
    Winner,
)
from controller.facts.fact import Fact
from controller.roads.layout import Tail
from drivers.scoreboard.road_view import RoadsView, ShoeRoads
from drivers.scoreboard.view import ShoeTallies, counted_marks, figures

MOST_SHOES: Final = 100
OfHands = OutcomeDecided | RoundClosed | RoundVoided | HandCorrected | HandTakenBack | HandInserted


class CardHand(Fact):
    """One hand of a scorecard; no cards where nobody saw them."""

    number: int
    round: int | None
    winner: Winner
    mark: str
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int | None
    banker_total: int | None
    bonuses: tuple[str, ...]
    is_free: bool


class ShoeCard(Fact):
    """Everything of one shoe."""

    number: int
    decks: int | None
    started_ms: int | None
    ended_ms: int | None
    figures: ShoeTallies
    roads: RoadsView
    hands: tuple[CardHand, ...]


class ShoeLine(Fact):
    """One shoe in the list of shoes."""

    number: int
    hands: int
    started_ms: int | None
    ended_ms: int | None


class Marking(NamedTuple):
    """How a game's hands are counted and laid out."""

    outcomes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    tallied: tuple[tuple[str, str], ...] = ()
    tail: Tail = Tail.STAY
    # Wagers that cards alone decide, by lines of their own.
    side_wagers: tuple[str, ...] = ()
    seats: int = 0


def marking_of(game: Game, tail: str, seats: int = 0) -> Marking:
    """Read off a game which outcomes its scorecard counts."""
    marking = [wager for wager in game.wagers if wager.marks]
    return Marking(
        outcomes=tuple(wager.name for wager in marking),
        lines=tuple(mark for wager in marking if wager.marks == "cases" for mark in wager.cases),
        tallied=tuple((mark, wager.name) for wager in marking for mark in wager.mark_names),
        tail=Tail(tail),
        side_wagers=tuple(wager.name for wager in game.wagers if wager.is_on_the_side),
        seats=seats,
    )


@dataclass
class _Shoe:
    number: int
    decks: int
    started_ms: int
    ended_ms: int | None = None
    hands: list[OutcomeDecided] = field(default_factory=list)
    # Decided, but on the road for good only when its round is closed.
    unsettled: OutcomeDecided | None = None


class ShoeShelf:
    """Takes rows of the record in their order and keeps the last shoes that began in them."""

    def __init__(self, marking: Marking) -> None:
        self._marking = marking
        self._shoes: dict[int, _Shoe] = {}
        self._open: _Shoe | None = None

    def take(self, entry: Entry) -> None:
        """Learn one row; only decisions about hands and shoes matter."""
        match entry.decision:
            case ShoeStarted(shoe=number, decks=decks):
                self._begin(_Shoe(number, decks, entry.at_ms))
            case ShoeEnded() if self._open:
                self._open.ended_ms = entry.at_ms
            case decision if self._open and isinstance(decision, OfHands):
                _follow(self._open, decision)

    def lines(self) -> tuple[ShoeLine, ...]:
        """Every shoe known, the oldest first."""
        return tuple(
            ShoeLine(
                number=shoe.number,
                hands=len(shoe.hands),
                started_ms=shoe.started_ms,
                ended_ms=shoe.ended_ms,
            )
            for shoe in self._shoes.values()
        )

    def card(self, number: int) -> ShoeCard | None:
        """The scorecard of a shoe, if it began in the rows taken."""
        shoe = self._shoes.get(number)
        return None if shoe is None else _card(shoe, self._marking)

    def _begin(self, shoe: _Shoe) -> None:
        self._open = self._shoes[shoe.number] = shoe
        while len(self._shoes) > MOST_SHOES:
            del self._shoes[next(iter(self._shoes))]


def _follow(shoe: _Shoe, decision: OfHands) -> None:
    match decision:
        case OutcomeDecided(is_free=True):
            shoe.hands.append(decision)
        case OutcomeDecided():
            shoe.unsettled = decision
        case RoundClosed():
            shoe.hands += [shoe.unsettled] if shoe.unsettled else []
            shoe.unsettled = None
        case RoundVoided():
            shoe.unsettled = None
        case HandCorrected(hand=number, after=after):
            if number > len(shoe.hands):
                shoe.unsettled = after
            else:
                shoe.hands[number - 1] = after
        case HandTakenBack(hand=number):
            if number > len(shoe.hands):
                shoe.unsettled = None
            else:
                del shoe.hands[number - 1]
        case HandInserted(hand=number, inserted=inserted):
            shoe.hands.insert(number - 1, inserted)


def _card(shoe: _Shoe, marking: Marking) -> ShoeCard:
    marks = tuple(
        HandMark(
            mark=hand.mark,
            bonuses=hand.bonuses,
            player_total=hand.player_total,
            banker_total=hand.banker_total,
            is_free=hand.is_free,
            is_ruled=hand.is_ruled,
        )
        for hand in shoe.hands
    )
    return ShoeCard(
        number=shoe.number,
        decks=shoe.decks,
        started_ms=shoe.started_ms,
        ended_ms=shoe.ended_ms,
        figures=_figures(shoe, marks, marking),
        roads=ShoeRoads(marking.tail).follow(shoe.number, marks),
        hands=tuple(_hand(number, hand) for number, hand in enumerate(shoe.hands, start=1)),
    )


def _figures(shoe: _Shoe, marks: tuple[HandMark, ...], marking: Marking) -> ShoeTallies:
    counted, tallied = counted_marks(marks), dict(marking.tallied)
    counts = {name: count for name, count in counted.items() if name not in tallied}
    for hand in shoe.hands:
        for name in (hand.winner, *(tallied[mark] for mark in hand.bonuses if mark in tallied)):
            counts[name] = counts.get(name, 0) + 1
    statistics = ShoeStatistics(
        shoe=shoe.number,
        hands=len(marks),
        counts=counts,
        marks={name: counted.get(name, 0) for name in marking.lines},
    )
    return figures(statistics, marking.outcomes, marking.lines)


def _hand(number: int, hand: OutcomeDecided) -> CardHand:
    return CardHand(
        number=number,
        round=hand.round,
        winner=hand.winner,
        mark=hand.mark,
        player=hand.player,
        banker=hand.banker,
        player_total=hand.player_total,
        banker_total=hand.banker_total,
        bonuses=hand.bonuses,
        is_free=hand.is_free,
    )
