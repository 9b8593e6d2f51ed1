"""Everything a record can be held to: its chain, the notes beside it, and how it was closed."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from controller.record import slices
from controller.record.audit import Problem
from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY
from controller.record.log import read_log
from controller.record.note import Note, PublicKey, public_key_of
from controller.record.notes import NoteFile
from controller.record.row import JournalDamagedError, JournalError
from controller.record.sealing import Window, known_witnesses, window


def problems_of(
    journal: Journal,
    noted: tuple[int, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Problem]:
    """Every problem of a record: what a start looks at, and every row and note of the past."""
    notes, bad = _notes(journal.path)
    found = [*_of_rows(journal, noted, progress, notes), *bad]
    if not found and journal.is_open and read_log(journal.path) is None:
        after = journal.last_number + 1
        text = f"row {after}: may be missing: the file was not closed and has no -wal file beside"
        found = [Problem(after, "truncated", f"{text} it; copy both, or use journal backup")]
    return found


def _of_rows(
    journal: Journal,
    noted: tuple[int, str] | None,
    progress: Callable[[int], None] | None,
    notes: list[Note],
) -> list[Problem]:
    """All cores prove a long record; where something is wrong with it, one names what."""
    is_long = journal.last_number - (journal.first_number or 0) >= slices.LONG
    if is_long and noted is None and not journal.guards():
        with suppress(JournalDamagedError):
            if slices.is_proved(journal, notes, progress):
                return []
    return journal.verify(noted, progress, notes)


def public_key(folder: Path) -> PublicKey | None:
    """The key that the notes beside a record are signed with."""
    file = (folder / TABLE_KEY).with_suffix(".pub")
    return public_key_of(file.read_text()) if file.exists() else None


def unwitnessed(journal: Journal) -> Window | None:
    """How far a record is vouched for from outside; None where nothing is signed at all."""
    key = public_key(journal.path.parent)
    if key is None:
        return None
    return window(NoteFile.beside(journal.path), key, known_witnesses(journal.path.parent))


def _notes(path: Path) -> tuple[list[Note], list[Problem]]:
    try:
        key = public_key(path.parent)
    except (JournalError, OSError, UnicodeDecodeError) as error:
        return [], [Problem(0, "damaged", f"the table's key: {error}")]
    if key is None:
        return [], []
    file = NoteFile.beside(path)
    return file.signed_by(key), list(_bad(file, key))


def _bad(file: NoteFile, key: PublicKey) -> Iterator[Problem]:
    for note in file.bad(key):
        text = f"{file.path.name}: line {note.line}: {note.why}"
        yield Problem(0, "damaged", text)
