"""The audit: walk the rows in order, and name each one that was changed, removed or moved."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from controller.record.beginning import FIRST, Beginning
from controller.record.chain import GENESIS, Head, fits
from controller.record.note import Note
from controller.record.note_audit import NoteAudit
from controller.record.row import Row

ProblemKind = Literal[
    "changed",
    "removed",
    "reordered",
    "appended",
    "truncated",
    "unreadable",
    "unprotected",
    "damaged",
]

# Finding where a moved row came from tries every place for every suspect: cubic, so bounded.
_MOST_TRACED = 48


class Problem(NamedTuple):
    """One thing wrong with the record: the row it shows at (0 for the whole file), and what."""

    row: int
    kind: ProblemKind
    text: str


class _Place(NamedTuple):
    """A number whose row is missing or does not fit, and the hash of the row before it."""

    number: int
    previous: bytes


class Audit:
    """A walk along the chain: show it all rows in number order, then ask for the problems."""

    def __init__(
        self,
        noted: tuple[int, str] | None = None,
        notes: Iterable[Note] = (),
        beginning: Beginning = FIRST,
    ) -> None:
        self.count = 0
        self.head = beginning.head
        self._first = beginning.number + 1
        self._noted = noted
        self._noted_hash = GENESIS.hash
        self._notes = NoteAudit(notes, beginning.frontier)
        self._found: list[Problem] = []
        self._misfits: list[int] = []
        self._suspects: list[Row] = []
        self._places: list[_Place] = []

    def examine(self, row: Row) -> None:
        """Check the next row against the one before it."""
        self.count += 1
        if row.number == self.head.number + 1:
            if not fits(self.head.hash, row):
                self._suspect(row)
        elif row.number > self.head.number:
            self._miss(row.number)
        else:
            text = f"row {row.number}: appended out of chain: the file begins at row {self._first}"
            self._found.append(Problem(row.number, "appended", text))
            return
        self._follow(row)

    def problems(self) -> list[Problem]:
        """Every problem found, in row order."""
        if len(self._misfits) > _MOST_TRACED:
            misfits = _runs(self._misfits)
        else:
            misfits = _traced(self._suspects, self._places, self.head.number)
        return sorted([*self._found, *misfits, *self._against_noted(), *self._against_notes()])

    def _follow(self, row: Row) -> None:
        # A stranger may have stored anything as a hash; whatever follows it then cannot fit.
        stored = row.hash if isinstance(row.hash, bytes) else b""
        self.head = Head(row.number, stored)
        if not self._found and not self._misfits:
            self._notes.examine(row)
        if self._noted is not None and row.number == self._noted[0]:
            self._noted_hash = stored

    def _suspect(self, row: Row) -> None:
        self._misfits.append(row.number)
        if len(self._misfits) <= _MOST_TRACED:
            self._suspects.append(row)
            self._places.append(_Place(row.number, self.head.hash))

    def _miss(self, found: int) -> None:
        first = self.head.number + 1
        text = f"{_span(first, found - 1)}: removed; row {found} cannot be checked without it"
        self._found.append(Problem(first, "removed", text))
        if len(self._places) < 2 * _MOST_TRACED:
            self._places.append(_Place(first, self.head.hash))

    def _against_notes(self) -> Iterator[Problem]:
        for size in self._notes.contradicted[:1]:
            text = f"row {size}: changed: the signed note of {size} rows has another root, so the"
            yield Problem(size, "changed", f"{text} rows up to it were rewritten to fit the chain")
        missing = [size for size in self._notes.missing() if size > self.head.number]
        for size in missing[-1:]:
            yield truncated(size, self.head.number, "the table signed a note of")

    def _against_noted(self) -> Iterator[Problem]:
        if self._noted is None:
            return
        number, digits = self._noted
        if number > self.head.number:
            yield truncated(number, self.head.number, "the noted head is")
        elif not self._noted_hash.hex().startswith(digits.lower()):
            text = f"row {number}: changed: its hash is not the noted one, so the rows up to it"
            yield Problem(number, "changed", f"{text} were rewritten and the chain made to fit")


def truncated(number: int, last: int, witness: str) -> Problem:
    """The record ends before a row that something else remembers."""
    text = f"removed from the end: {witness} row {number}, the record ends at row {last}"
    return Problem(last + 1, "truncated", f"{_span(last + 1, number)}: {text}")


def _span(first: int, last: int) -> str:
    return f"row {first}" if first == last else f"rows {first} to {last}"


def _runs(numbers: list[int]) -> Iterator[Problem]:
    first = numbers[0]
    for number, following in zip(numbers, [*numbers[1:], 0], strict=True):
        if following != number + 1:
            text = f"{_span(first, number)}: changed, reordered or renumbered: content does not"
            yield Problem(first, "changed", f"{text} give the hash")
            first = following


def _traced(suspects: list[Row], places: list[_Place], last: int) -> Iterator[Problem]:
    hashes = [row.hash for row in suspects if isinstance(row.hash, bytes)]
    for row in suspects:
        origin = _origin(row, places, hashes)
        if origin is None:
            yield _misfit(row.number, last)
        elif origin != row.number:
            text = f"row {row.number}: reordered: it was written as row {origin}"
            yield Problem(row.number, "reordered", text)
        # A row that fits its own number after a moved row is itself untouched. Hashes cannot
        # form a circle, so the moved or changed row before it is always named as well.


def _misfit(number: int, last: int) -> Problem:
    why = f"its content after row {number - 1} does not give its hash"
    if number == last:
        return Problem(number, "appended", f"row {number}: appended out of chain or changed: {why}")
    return Problem(number, "changed", f"row {number}: changed: {why}")


def _origin(row: Row, places: list[_Place], hashes: list[bytes]) -> int | None:
    """The number under which the row was written, if the rows around it still prove that."""
    for place in places:
        moved = row._replace(number=place.number)
        if any(fits(previous, moved) for previous in (place.previous, *hashes)):
            return place.number
    return None
