"""Chinese poker: clean sweeps are declared, then all hands are shown and settled two by two."""

from typing import Final, NamedTuple

from controller.facts.decisions import Expectation, PilesOrdered
from controller.facts.events import CardsRevealed, SweepDeclared
from controller.facts.seats import around
from controller.families.chinese_poker.sections import ChinesePoker
from controller.settlement.finished import FinishedRound
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Betting, Irregular, RoundState, TableState, expect
from controller.table.steps.button import place_by_rotation
from controller.table.steps.holders import deal_to, holders_of

FEWEST_PLAYERS: Final = 2


def give_seats(table: TableState, current: RoundState) -> None:
    """Place the rotating button; the seats from it on get a stack, the others wait."""
    game, wagers = table.rules.game, current.betting.wagers
    assert isinstance(game, ChinesePoker)
    place_by_rotation(table, current)
    assert current.button.seat is not None
    order = around(current.button.seat, table.rules.seats)
    seats = tuple(s for s in order if s in wagers)[: game.chinese.hands]
    deal_to(current, seats)
    current.betting = Betting(False, frozenset(seats))
    table.decide(PilesOrdered(piles=tuple(range(1, len(seats) + 1)), seats=seats))


class Sweeps(NamedTuple):
    """The seats that declared a clean sweep."""

    declared: frozenset[int]


def _declared(current: RoundState) -> frozenset[int]:
    part = current.find(Sweeps)
    return part.declared if part else frozenset()


def finished(known: FinishedRound, current: RoundState) -> FinishedRound:
    """Who declared a clean sweep; no device reads the hands."""
    swept = _declared(current)
    seats = {
        s: held.model_copy(update={"declared": int(s) in swept}) for s, held in known.seats.items()
    }
    return known.model_copy(update={"seats": seats})


def _wanted(_table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    declared = _declared(current)
    return (
        expect("cards_revealed", "show-hands"),
        *(
            expect("sweep_declared", "seat-declares-sweep", seat)
            for seat in holders_of(current)
            if seat not in declared
        ),
    )


def _take(
    _table: TableState, current: RoundState, event: SweepDeclared | CardsRevealed, _forced: bool
) -> StepResult:
    if isinstance(event, CardsRevealed):
        return DONE
    declared = _declared(current)
    if event.seat not in holders_of(current) or event.seat in declared:
        return Irregular("entry-refused")
    current.put(Sweeps(declared | {event.seat}))
    return None


SHOWDOWN = Step(
    "showdown",
    frozenset({SweepDeclared, CardsRevealed}),
    _wanted,
    _take,
    needs="chinese",
    part=Sweeps,
)
