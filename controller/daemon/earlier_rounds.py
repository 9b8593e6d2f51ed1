"""The rounds a record has before a table opens on it, whatever game they are of."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.facts.decisions import FreeHandOpened, RoundClosed, RoundOpened, RoundVoided
from controller.record.journal import Journal
from controller.record.row import Row, entry_of
from controller.record.shelf import closed_files

KINDS = (b'{"kind":"round_', b'{"kind":"free_hand_opened"')


class EarlierRounds(NamedTuple):
    """The round that was opened and neither closed nor voided, and the last number of all."""

    abandoned: int | None = None
    last: int = 0


def earlier_rounds(journal: Journal) -> EarlierRounds:
    """Read the record; one that has no round yet goes on from the file before it."""
    found = _of(journal.rows())
    if found.last:
        return found
    for file in reversed(closed_files(journal.path.parent)):
        with Journal.open_for_reading(file) as closed:
            last = _of(closed.rows()).last
        if last:
            return EarlierRounds(last=last)
    return found


def _of(rows: Iterator[Row]) -> EarlierRounds:
    abandoned, last = None, 0
    for row in rows:
        if row.part == "decision" and row.body.startswith(KINDS):
            match entry_of(row).decision:
                case RoundOpened(round=number):
                    abandoned, last = number, max(last, number)
                case FreeHandOpened(round=number):
                    last = max(last, number)
                case RoundClosed() | RoundVoided():
                    abandoned = None
    return EarlierRounds(abandoned, last)
