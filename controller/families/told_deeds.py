"""What a told round has that no event could bring about: a fold, a declaration, a wager."""

from typing import Final

from controller.families.book_lines import lines_of
from controller.settlement.finished import FinishedRound, SeatRound, Wagers
from controller.settlement.verdict import RoundError
from controller.table.state import Rules, TableState
from controller.table.steps.finished import finished_round

DEEDS: Final = {"folded": "has folded", "declared": "has declared a clean sweep"}


def require_same_deeds(state: TableState, told: FinishedRound) -> None:
    """Refuse what a file tells of a seat and the table never came to."""
    assert state.round is not None
    known = finished_round(state.rules, state.bank.seat, state.round)
    for seat, held in known.seats.items():
        _require_deeds(state.rules, seat, held, told.seats[seat])
        _require_wagers(state.rules, seat, held.wagers, told.seats[seat].wagers)
        for dealt, other in zip(held.behind, told.seats[seat].behind, strict=True):
            _require_wagers(state.rules, f"{seat}, {other.owner}", dealt.wagers, other.wagers)


def _require_deeds(rules: Rules, seat: str, known: SeatRound, told: SeatRound) -> None:
    for name, done in DEEDS.items():
        if getattr(told, name) and not getattr(known, name):
            game = rules.game.name
            raise RoundError(f"seat {seat}: {done}; nobody may in {game} ({lines_of(rules)})")


def _require_wagers(rules: Rules, whose: str, known: Wagers, told: Wagers) -> None:
    for wager in rules.game.wagers:
        amount, placed = told.get(wager.name) or 0, known.get(wager.name) or 0
        if told and amount != placed:
            text = f"{wager.name} of {amount}; by the rules it is {placed}"
            raise RoundError(f"seat {whose}: {text} ({wager.source})")
