"""Faults the house dealer saw: what the book prints about one follows at once, else the floor."""

from typing import Final

from config.game import Game
from controller.facts.decisions import RoundVoided
from controller.facts.events import FaultSeen
from controller.facts.phrase import phrase
from controller.table import rounds
from controller.table.irregularity import note, report
from controller.table.state import Irregular, TableState

BOOK: Final = "the rule book"
BEFORE_CARDS: Final = frozenset({"bets-closed", "collection", "coverage", "shake", "open-cup"})


def see(table: TableState, event: FaultSeen) -> None:
    """Apply the printed consequence of a fault; without one the table holds for a ruling."""
    current = table.round
    if current is None or current.group < _first_dealing(table.rules.game):
        return report(table, Irregular("entry-refused"), event)
    printed = next((f for f in table.rules.game.faults if f.name == event.fault), None)
    if printed and printed.until and current.group > _group_of(table.rules.game, printed.until):
        printed = None
    if printed is None:
        return report(table, Irregular(event.fault), event)
    note(table, Irregular(event.fault, phrase(f"book-{printed.leads_to}")), event)
    if printed.leads_to == "misdeal":
        table.decide(RoundVoided(round=current.number, by=BOOK))
        rounds.finish(table, rotates=False)
    return None


def _group_of(game: Game, step: str) -> int:
    return next(number for number, group in enumerate(game.deal.steps) if step in group)


def _first_dealing(game: Game) -> int:
    """Number the group of steps in which the first card, stack or tile moves."""
    return next(
        number
        for number, group in enumerate(game.deal.steps)
        if any(name.partition(":")[0] not in BEFORE_CARDS for name in group)
    )
