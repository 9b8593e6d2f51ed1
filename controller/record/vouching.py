"""Asking witnesses: a folder on a stick or another disk, or a service that answers HTTP."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from config.table import is_address
from controller.record.journal import Journal
from controller.record.keys import cosigned_at
from controller.record.note import Note, NoteError, PublicKey, Signature, note_of, public_key_of
from controller.record.notes import NoteFile
from controller.record.sealing import WITNESSES, Seal, known_witnesses
from controller.record.service import ADD, KEY, told
from controller.record.shelf import span_of
from controller.record.witness import RefusalError, Request, Witness


class Asked(NamedTuple):
    """A witness that can be asked: its key, and how."""

    key: PublicKey
    add: Callable[[Request], Signature]


def witness_at(place: str, table: PublicKey, courier: Path | None = None) -> Asked:
    """The witness at an address or in a folder; a folder learns to know the table."""
    if is_address(place):
        return _service(place, courier)
    folder = Path(place)
    if not folder.is_dir():
        raise NoteError(f"witness: there is no folder {place}; plug the stick in, or create it")
    witness = Witness(folder, f"folder/{folder.name or 'witness'}")
    witness.trust(table)
    return Asked(witness.public, lambda request: witness.add(request, int(time.time())))


def vouched(seal: Seal, asked: Asked) -> Note:
    """Show the newest note to a witness, with the proof from what it knows, and keep its word."""
    note = seal.notes.last(seal.key.public)
    if note is None:
        raise NoteError("note: nothing is signed yet; start the table first")
    line = _asked(seal.journal, note, asked, _last_size(seal.notes, asked.key))
    cosigned = note.signed(line)
    if cosigned_at(cosigned, asked.key) is None:
        raise NoteError(f"witness: {asked.key.name} answered what its key did not sign; check it")
    seal.notes.append(cosigned)
    _remember(seal.journal.path.parent, asked.key)
    return cosigned


def request_for(journal: Journal, note: Note, old: int) -> Request:
    """A request with the proof from the size a witness knows."""
    span = span_of(journal, old, note.size)
    return Request(old, tuple(span.consistency(old)), note)


def _asked(journal: Journal, note: Note, asked: Asked, old: int) -> Signature:
    old = min(old, note.size)
    try:
        return asked.add(request_for(journal, note, old))
    except RefusalError as refusal:
        if refusal.status != 409 or not old != refusal.size <= note.size:
            raise
        return asked.add(request_for(journal, note, refusal.size))


def _last_size(notes: NoteFile, witness: PublicKey) -> int:
    seen = (note.size for note in notes.backwards() if cosigned_at(note, witness) is not None)
    return next(seen, 0)


def _remember(folder: Path, witness: PublicKey) -> None:
    if witness not in known_witnesses(folder):
        with (folder / WITNESSES).open("a") as file:
            file.write(witness.text + "\n")


def _service(base: str, courier: Path | None) -> Asked:
    key = public_key_of(told(base, KEY, courier=courier))
    return Asked(key, lambda request: _add(base, request, courier))


def _add(base: str, request: Request, courier: Path | None) -> Signature:
    # Signature lines are told as they stand under a note.
    lines = told(base, ADD, request.text, courier)
    return note_of(request.note._replace(signatures=()).text + lines).signatures[0]
