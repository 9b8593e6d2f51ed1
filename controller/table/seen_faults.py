"""Faults the house dealer saw: what the book prints about one follows at once, else the floor."""

from typing import Final

from controller.facts.decisions import RoundVoided
from controller.facts.events import FaultSeen
from controller.facts.phrase import phrase
from controller.table import rounds
from controller.table.irregularity import note, report
from controller.table.state import Irregular, TableState

BOOK: Final = "the rule book"


def see(table: TableState, event: FaultSeen) -> None:
    """Apply the printed consequence of a fault; without one the table holds for a ruling."""
    current = table.round
    if current is None or current.group < table.rules.game.deal.first_dealing:
        return report(table, Irregular("entry-refused"), event)
    printed = next((f for f in table.rules.game.faults if f.name == event.fault), None)
    if printed and printed.until and current.group > table.rules.game.deal.group_of(printed.until):
        printed = None
    if printed is None:
        return report(table, Irregular(event.fault), event)
    note(table, Irregular(event.fault, phrase(f"book-{printed.leads_to}")), event)
    if printed.leads_to == "misdeal":
        table.decide(RoundVoided(round=current.number, by=BOOK))
        rounds.finish(table, rotates=False)
    return None
