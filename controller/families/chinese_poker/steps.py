"""Chinese poker: clean sweeps are declared, then all hands are shown and settled two by two."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from controller.facts.decisions import PilesOrdered, SettlementLap, SettlementOrdered
from controller.facts.events import CardsRevealed, SweepDeclared
from controller.facts.seats import around
from controller.table.state import Irregular, RoundState, Rules, TableState, Wanted
from controller.table.steps.button import place_by_rotation
from controller.table.steps.step import DONE, Outcome, Step

FEWEST_PLAYERS: Final = 2


def give_seats(table: TableState, current: RoundState) -> None:
    """Place the rotating button; from it on so many seats get a stack, the others wait."""
    rule, rules = table.rules.game.chinese, table.rules
    assert rule is not None
    place_by_rotation(table, current)
    assert current.button is not None
    assert current.button.button is not None
    order = around(current.button.button, rules.seats)
    current.stack_seats = tuple(s for s in order if s in current.wagers)[: rule.hands]
    current.wagers = frozenset(current.stack_seats)
    piles = tuple(range(1, len(current.stack_seats) + 1))
    table.decide(PilesOrdered(piles=piles, seats=current.stack_seats))


def _wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    return _showing(current.stack_seats, current.declared)


@lru_cache(maxsize=4096)
def _showing(seats: tuple[int, ...], declared: frozenset[int]) -> tuple[Wanted, ...]:
    return (
        Wanted("cards_revealed", "All hands are set; show them"),
        *(
            Wanted("sweep_declared", f"Seat {seat} declares a clean sweep", seat)
            for seat in seats
            if seat not in declared
        ),
    )


def _take(
    _table: TableState, current: RoundState, event: SweepDeclared | CardsRevealed, _forced: bool
) -> Outcome:
    if isinstance(event, CardsRevealed):
        return DONE
    if event.seat not in current.stack_seats or event.seat in current.declared:
        return Irregular("entry-refused", f"seat {event.seat} declares a clean sweep")
    current.declared |= {event.seat}
    return None


@lru_cache(maxsize=4096)
def pairings(rules: Rules, seats: tuple[int, ...], declared: frozenset[int]) -> SettlementOrdered:
    """Declared sweeps first, from the button; then every two players, the button's first."""
    wagers = rules.game.settlement.order[0]
    swept = tuple(seat for seat in seats if seat in declared)
    laps = [SettlementLap(wagers=wagers, seats=(seat,)) for seat in swept]
    laps += [SettlementLap(wagers=wagers, seats=pair) for pair in combinations(seats, 2)]
    return SettlementOrdered(laps=tuple(laps))


SHOWDOWN = Step("showdown", frozenset({SweepDeclared, CardsRevealed}), _wanted, _take)
