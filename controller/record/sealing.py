"""Sealing a record: its size and root signed, shown to witnesses, and compared with them."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from controller.record.journal import Journal
from controller.record.keys import SigningKey, cosigned_at, is_signed, table_key
from controller.record.note import Note, NoteError, PublicKey, public_key_of
from controller.record.notes import NoteFile
from controller.record.row import JournalDamagedError
from controller.record.tree import Frontier, root_of

# Between two kept frontiers; whoever proves something hashes at most so many rows more.
KEEP_EVERY: Final = 4096
WITNESSES: Final = "witnesses.pub"


class Window(NamedTuple):
    """How much of a record no witness has seen: rows after `size`, since a time if ever."""

    size: int
    seen_at_s: int | None


def origin_of(table: str) -> str:
    """The name of a table's record."""
    return f"underfelt/{table}"


class Seal:
    """Signs notes of one record."""

    def __init__(self, journal: Journal, key: SigningKey) -> None:
        self.notes = NoteFile.beside(journal.path)
        self.key = key
        self.journal = journal
        self._frontier: Frontier | None = None

    @classmethod
    def of(cls, journal: Journal, table: str) -> "Seal":
        """The seal of a table, its key beside the record."""
        return cls(journal, table_key(journal.path.parent, origin_of(table)))

    def sign(self) -> Note | None:
        """A note of the record as it is now; None when the last one says it already."""
        size = self.journal.last_number
        last = self.notes.last(self.key.public)
        if size == 0 or (last is not None and last.size == size):
            return None
        self._frontier = self._grown(size)
        note = self.key.sign(Note(self.key.public.name, size, root_of(self._frontier)))
        self.notes.append(note)
        return note

    def _grown(self, size: int) -> Frontier:
        known = self._frontier
        if known is None or known.size > size:
            known = self.journal.nearest_frontier(size)
        grown = self.journal.extended(known, size)
        if self.journal.is_writer and grown.size // KEEP_EVERY > known.size // KEEP_EVERY:
            self.journal.keep_frontier(grown)
        return grown


def contradicted(journal: Journal, note: Note | None) -> bool:
    """Tell whether a record does not continue what a note says of it."""
    if note is None:
        return False
    if note.size > journal.last_number:
        return True
    try:
        return root_of(journal.frontier(note.size)) != note.root
    except JournalDamagedError:
        return True


def known_witnesses(folder: Path) -> list[PublicKey]:
    """The witnesses whose word counts, by the list beside the record."""
    file = folder / WITNESSES
    keys: list[PublicKey] = []
    for line in file.read_bytes().decode(errors="replace").split() if file.exists() else []:
        # A damaged line names nobody; what that witness saw then counts as unseen.
        with suppress(NoteError):
            keys.append(public_key_of(line))
    return keys


def window(notes: NoteFile, key: PublicKey, witnesses: Sequence[PublicKey]) -> Window:
    """How far the record is vouched for by anybody outside the table."""
    for note in notes.backwards() if witnesses else ():
        times = [at for witness in witnesses if (at := cosigned_at(note, witness)) is not None]
        if times and is_signed(note, key):
            return Window(note.size, max(times))
    return Window(0, None)
