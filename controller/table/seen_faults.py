"""Faults the house dealer saw: what the book prints about one follows at once, else the floor."""

from typing import Final

from config.game import Game
from controller.facts.decisions import RoundVoided
from controller.facts.events import FaultSeen
from controller.table import rounds
from controller.table.irregularity import note, report
from controller.table.state import Irregular, TableState

BOOK: Final = "the rule book"
BEFORE_CARDS: Final = frozenset({"bets-closed", "collection", "coverage", "shake", "open-cup"})
# What the printed consequence asks the house dealer to do.
CONSEQUENCES: Final = {
    "misdeal": "Misdeal: every wager goes back; collect the cards and deal again.",
    "house-way": "That hand is set the house way once the bank's hand is open.",
    "wager-lost": "That hand's wager goes to the bank as far as its money covers.",
    "undecided-returned": "Hands without a second bet do not play: their wager and fee go back.",
    "card-replaced": "Replace that card by the next one once the deal is complete.",
    "plays-as-dealt": "The card plays as dealt; go on.",
    "foul-paid": "That hand is fouled and pays every other player the penalty.",
}


def see(table: TableState, event: FaultSeen) -> None:
    """Apply the printed consequence of a fault; without one the table holds for a ruling."""
    current, seen = table.round, event.fault.replace("-", " ")
    if current is None or current.group < _first_dealing(table.rules.game):
        return report(table, Irregular("entry-refused", seen), event)
    printed = next((f for f in table.rules.game.faults if f.name == event.fault), None)
    if printed and printed.until and current.group > _group_of(table.rules.game, printed.until):
        printed = None
    if printed is None:
        return report(table, Irregular(event.fault, seen), event)
    todo = CONSEQUENCES[printed.leads_to]
    note(table, Irregular(event.fault, seen, todo), dealer_text=todo)
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
