"""The files of a record: those that are closed, in order, and the one that is written."""

import re
from pathlib import Path

from controller.record.beginning import Beginning, Origins
from controller.record.chain import Head
from controller.record.journal import Journal
from controller.record.note import NoteError
from controller.record.tree import Frontier, Span

_CLOSED = re.compile(r"journal-([0-9]{10})-([0-9]{10})\.sqlite")


def closed_name(first: int, last: int) -> str:
    """The name of a closed file: the rows it holds."""
    return f"journal-{first:010d}-{last:010d}.sqlite"


def closed_files(folder: Path) -> list[Path]:
    """The closed files of a record in a folder, in order."""
    return sorted(file for file in folder.glob("journal-*.sqlite") if _CLOSED.fullmatch(file.name))


def next_beginning(journal: Journal) -> Beginning:
    """Where the file after this one begins."""
    number, digest = journal.head()
    head = Head(number, bytes.fromhex(digest))
    return Beginning(head, journal.frontier(number), _origins(journal))


def frontier_at(journal: Journal, size: int) -> Frontier:
    """The tree over the first rows, from whichever file of the record ends or goes beyond there."""
    with_rows = _holding(journal, size)
    if with_rows is None:
        return journal.frontier(size)
    with Journal.open_for_reading(with_rows) as closed:
        return closed.frontier(size)


def span_of(journal: Journal, low: int, high: int) -> Span:
    """The part of the tree from a row on, over all files that hold it."""
    frontier = frontier_at(journal, low)
    leaves: list[bytes] = []
    for file in closed_files(journal.path.parent):
        with Journal.open_for_reading(file) as closed:
            first, last = closed.beginning.number, closed.last_number
            if first < journal.beginning.number and last > low:
                leaves += closed.leaves(max(low, first), min(high, last))
    leaves += journal.leaves(max(low, journal.beginning.number), high)
    return Span(frontier, leaves)


def _holding(journal: Journal, size: int) -> Path | None:
    if size >= journal.beginning.number:
        return None
    for file in closed_files(journal.path.parent):
        found = _CLOSED.fullmatch(file.name)
        if found is not None and int(found[1]) - 1 <= size <= int(found[2]):
            return file
    raise NoteError(
        f"record: row {size} is in a file that is not in {journal.path.parent};"
        " put the archived file back there"
    )


def _origins(journal: Journal) -> Origins:
    known = {(name, boot): last for name, boot, last in journal.beginning.origins}
    for _, source, boot, sequence, _ in journal.events():
        if boot is not None and sequence is not None:
            known[source, boot] = sequence
    return tuple((*origin, last) for origin, last in known.items())
