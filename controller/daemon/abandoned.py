"""Which round of the record was still open: read from its decisions, whatever game they are of."""

from typing import Final

from controller.facts.decisions import RoundClosed, RoundOpened, RoundVoided
from controller.record.journal import Journal
from controller.record.row import entry_of

# No round has more rows; an older one that was left open has long been told.
REACH: Final = 5000


def abandoned_round(journal: Journal) -> int | None:
    """The number of the last round that was opened and neither closed nor voided."""
    found: int | None = None
    for row in journal.rows(max(0, journal.last_number - REACH)):
        if row.part == "decision" and row.body.startswith(b'{"kind":"round_'):
            match entry_of(row).decision:
                case RoundOpened(round=number):
                    found = number
                case RoundClosed() | RoundVoided():
                    found = None
    return found
