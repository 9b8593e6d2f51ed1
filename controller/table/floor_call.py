"""A call for the floor: it holds the table, and for a moment the caller may take it back."""

from typing import Final

from controller.facts.decisions import EntryRefused, HoldReleased
from controller.facts.events import FloorCalled, FloorCallTakenBack
from controller.facts.phrase import phrase
from controller.table.irregularity import report
from controller.table.state import Hold, Irregular, TableState
from controller.table.unread import DEALER

CALLED: Final = "floor-called"
TAKEN_BACK: Final = "taken-back"
# By then somebody may be on the way.
WITHIN_MS: Final = 5000


def call(table: TableState, event: FloorCalled) -> None:
    """Hold until the floor rules, or the call is taken back."""
    report(table, Irregular(CALLED), event)


def take_back(table: TableState, event: FloorCallTakenBack) -> None:
    """End the hold of a call made by mistake; one that is older is the floor's to end."""
    hold = table.hold
    if hold is not None and _is_in_time(hold, event):
        table.decide(HoldReleased(name=hold.name, by=DEALER, ruling=TAKEN_BACK))
        table.hold = None
        return
    refused = phrase("floor-call-stands", seconds=WITHIN_MS // 1000)
    if hold is not None and hold.name == CALLED:
        table.hold = hold._replace(said=refused)
    table.decide(EntryRefused(reason=refused))


def _is_in_time(hold: Hold, event: FloorCallTakenBack) -> bool:
    called = hold.event.at_ms if isinstance(hold.event, FloorCalled) else None
    if called is None or event.at_ms is None:
        return False
    return 0 <= event.at_ms - called <= WITHIN_MS
