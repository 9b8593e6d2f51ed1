"""The sealer: signs the record each minute, after each shoe and ruling, and asks the witnesses."""

import logging
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag, Thread
from typing import Final

from controller.bus.messages import SignedNote
from controller.daemon.keeper import Admission
from controller.facts.decisions import ShoeEnded
from controller.facts.events import RecordContradicted
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.record.sealing import Seal, contradicted, known_witnesses, window
from controller.record.shelf import closed_files
from controller.record.vouching import vouched, witness_at
from controller.record.witness import RefusalError

SIGN_EVERY_S: Final = 60.0
OWN: Final = "this table's own notes"
_RULING: Final = b'{"kind":"ruling_given"'
# What a witness answers when it remembers another record than the one it is shown.
_REMEMBERS_OTHERWISE: Final = (403, 409, 422)

_log = logging.getLogger(__name__)


class Sealer:
    """Signs notes of a record when they are due, and keeps count of what nobody has seen."""

    def __init__(
        self, seal: Seal, witnesses: Sequence[str] = (), courier: Path | None = None
    ) -> None:
        self._seal = seal
        self._due = 0.0
        self._enquiry = Enquiry(seal, witnesses, courier) if witnesses else None

    def remembered(self) -> list[RecordContradicted]:
        """What the notes beside the record say against it: it was longer, or another one."""
        journal = self._seal.journal
        ours = self._seal.notes.last(self._seal.key.public)
        # Notes of which none is ours: the key was exchanged, or damaged.
        note = ours or self._seal.notes.newest()
        if note is not None and (ours is None or contradicted(journal, note)):
            return [RecordContradicted(witness=OWN, size=note.size)]
        for file in closed_files(journal.path.parent)[-1:]:
            with Journal.open_for_reading(file) as closed:
                if closed.head() != journal.begun_at():
                    return [RecordContradicted(witness=file.name, size=closed.last_number)]
        return []

    def follow(self, admission: Admission) -> None:
        """A shoe's end and a ruling are signed at once."""
        ended = any(type(decision) is ShoeEnded for decision in admission.decisions)
        if ended or any(row.body.startswith(_RULING) for row in admission.rows):
            self._due = 0.0

    def tend(self, now: float) -> SignedNote | None:
        """Sign when it is time; what was signed is to be told."""
        if now < self._due:
            return None
        self._due = now + SIGN_EVERY_S
        try:
            signed = self._seal.sign()
        except JournalError as error:
            _log.warning("no note was signed: %s", error)
            return None
        if signed is None:
            return None
        if self._enquiry is not None:
            self._enquiry.ask()
        return self.newest()

    def newest(self) -> SignedNote | None:
        """The newest note and how far a witness has seen the record."""
        key = self._seal.key.public
        note = self._seal.notes.last(key)
        if note is None:
            return None
        witnesses = known_witnesses(self._seal.journal.path.parent)
        seen = window(self._seal.notes, key, witnesses)
        return SignedNote(text=note.text, size=note.size, seen=seen.size, seen_at_s=seen.seen_at_s)

    def found(self) -> list[RecordContradicted]:
        """What witnesses have answered against the record since this was asked last."""
        return [] if self._enquiry is None else self._enquiry.found()

    def close(self) -> None:
        """Sign the last rows and let the witnesses be."""
        try:
            self._seal.sign()
        except JournalError as error:
            _log.warning("no note was signed: %s", error)
        if self._enquiry is not None:
            self._enquiry.close()


class Enquiry:
    """Asks witnesses in a thread of its own: a stick or a service may take its time."""

    def __init__(self, seal: Seal, witnesses: Sequence[str], courier: Path | None = None) -> None:
        self._seal = seal
        self._witnesses = witnesses
        self._courier = courier
        self._wanted = Flag()
        self._is_closing = False
        self._found: SimpleQueue[RecordContradicted] = SimpleQueue()
        self._told: set[tuple[str, int]] = set()
        self._thread = Thread(target=self._run, name="witnesses", daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Show the newest note to every witness, soon."""
        self._wanted.set()

    def found(self) -> list[RecordContradicted]:
        """What was answered against the record, each once."""
        answers: list[RecordContradicted] = []
        while True:
            try:
                answers.append(self._found.get_nowait())
            except Empty:
                return answers

    def close(self) -> None:
        """Ask a last time, and wait a little for the answers."""
        self._is_closing = True
        self._wanted.set()
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while not self._is_closing:
            self._wanted.wait()
            self._wanted.clear()
            for place in self._witnesses:
                self._ask(place)

    def _ask(self, place: str) -> None:
        key = self._seal.key
        try:
            with Journal.open_for_reading(self._seal.journal.path) as journal:
                vouched(Seal(journal, key), witness_at(place, key.public, self._courier))
        except RefusalError as refusal:
            _log.error("%s: %s", place, refusal)
            self._contradict(place, refusal)
        except (JournalError, OSError, ValueError) as error:
            _log.warning("%s: %s", place, error)

    def _contradict(self, place: str, refusal: RefusalError) -> None:
        if refusal.status in _REMEMBERS_OTHERWISE and (place, refusal.size) not in self._told:
            self._told.add((place, refusal.size))
            self._found.put(RecordContradicted(witness=place[:80], size=refusal.size))
