"""The notes of a record: a text file beside it that is only appended to."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.record.keys import is_signed
from controller.record.note import Note, NoteError, PublicKey, note_of
from controller.record.row import JournalError

ENDING = ".notes"
# A body of three lines, an empty line, signatures: found again after a damaged one.
_NOTE = re.compile("^([^\n]+\n[^\n]*\n[^\n]*\n\n(?:\u2014 [^\n]*\n)+)\n", re.MULTILINE)
_TAIL_BYTES = 65_536


class BadNote(NamedTuple):
    """A note in the file that cannot be read or that the table's key did not sign."""

    line: int
    why: str


class NoteFile:
    """Every note a table signed, and each again when a witness has cosigned it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def beside(cls, journal: Path) -> "NoteFile":
        """The notes of a journal."""
        return cls(journal.with_name(journal.stem + ENDING))

    def append(self, note: Note) -> None:
        """Add a note; it is on the disk when this returns."""
        try:
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            with os.fdopen(descriptor, "wb") as file:
                file.write(note.text.encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise JournalError(
                f"record: cannot write {self.path} ({error.strerror}); check the disk there"
            ) from error

    def read(self, most: int | None = None) -> Iterator[tuple[int, Note | BadNote]]:
        """Every note with the line it begins at; what cannot be read says why."""
        content, at, line = self._content(most), 0, 1
        for found in _NOTE.finditer(content):
            if content[at : found.start()].strip():
                yield line, BadNote(line, "not a note")
            line += content.count("\n", at, found.start())
            yield line, _read(line, found[1])
            line += found[0].count("\n")
            at = found.end()
        if content[at:].strip():
            yield line, BadNote(line, "not a note")

    def signed_by(self, key: PublicKey) -> list[Note]:
        """The notes a key signed, in the order of the file."""
        notes = (note for _, note in self.read() if isinstance(note, Note))
        return [note for note in notes if is_signed(note, key)]

    def last(self, key: PublicKey) -> Note | None:
        """The newest note a key signed."""
        return next((note for note in self.backwards() if is_signed(note, key)), None)

    def newest(self) -> Note | None:
        """The newest note that can be read, whoever signed it."""
        return next(self.backwards(), None)

    def backwards(self) -> Iterator[Note]:
        """The notes from the newest on; of a long file first the end alone is read."""
        for most in (_TAIL_BYTES, None):
            found = [note for _, note in self.read(most)]
            yield from (note for note in reversed(found) if isinstance(note, Note))
            if self._size() <= _TAIL_BYTES:
                return

    def bad(self, key: PublicKey) -> list[BadNote]:
        """Notes that are damaged or forged."""
        return list(self._bad(key))

    def _bad(self, key: PublicKey) -> Iterator[BadNote]:
        for line, note in self.read():
            if isinstance(note, BadNote):
                yield note
            elif not is_signed(note, key):
                yield BadNote(line, f"not signed by {key.name}")

    def _size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def _content(self, most: int | None) -> str:
        if not self.path.exists():
            return ""
        with self.path.open("rb") as file:
            file.seek(0 if most is None else max(0, self._size() - most))
            return file.read().decode(errors="replace")


def _read(line: int, text: str) -> Note | BadNote:
    try:
        return note_of(text)
    except NoteError as error:
        return BadNote(line, str(error))
