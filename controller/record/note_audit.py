"""The audit of notes: the tree over the rows must be what every signed note says of it."""

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256

from controller.record.chain import encode
from controller.record.note import Note
from controller.record.row import Row
from controller.record.tree import Frontier, root_of


class NoteAudit:
    """Grows the tree row by row and holds it against each note; shown only a true chain."""

    def __init__(self, notes: Iterable[Note], frontier: Frontier) -> None:
        self._told: dict[int, set[bytes]] = defaultdict(set)
        for note in notes:
            self._told[note.size].add(note.root)
        self._size = frontier.size
        self._tree = list(frontier.hashes)
        self.contradicted: list[int] = []

    def examine(self, row: Row) -> None:
        """Add a row, and compare where a note ends with it."""
        # Spelled out, not `grown`: this is walked by every row of years.
        leaf, below = sha256(b"\0" + encode(row)).digest(), self._size
        while below & 1:
            leaf = sha256(b"\1" + self._tree.pop() + leaf).digest()
            below >>= 1
        self._tree.append(leaf)
        self._size += 1
        if self._size in self._told:
            self._compare(self._told.pop(self._size))

    def missing(self) -> list[int]:
        """The sizes of notes that the record does not reach."""
        return sorted(self._told)

    def _compare(self, roots: set[bytes]) -> None:
        root = root_of(Frontier(self._size, tuple(self._tree)))
        if roots != {root}:
            self.contradicted.append(self._size)
