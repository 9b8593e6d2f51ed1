"""A witness: a memory outside the table that vouches for a record only as long as it grows."""

import os
from base64 import b64encode
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from controller.record.keys import cosigned_at, is_signed, witness_key
from controller.record.note import Note, NoteError, PublicKey, Signature, note_of, public_key_of
from controller.record.proof_lines import decoded_lines
from controller.record.tree import is_consistent

KNOWN: Final = "tables.pub"
NOTE: Final = ".note"


class Request(NamedTuple):
    """What a table asks: the size the witness knows, the proof from there, and the new note."""

    old: int
    proof: tuple[bytes, ...]
    note: Note

    @property
    def text(self) -> str:
        """The request as it is sent (C2SP tlog-witness, add-checkpoint)."""
        lines = "".join(f"{b64encode(step).decode()}\n" for step in self.proof)
        return f"old {self.old}\n{lines}\n{self.note.text}"


class RefusalError(NoteError):
    """A witness does not vouch; the status is HTTP's, the size what it remembers."""

    def __init__(self, status: int, text: str, size: int = 0) -> None:
        super().__init__(text)
        self.status = status
        self.size = size


def request_of(text: str) -> Request:
    """Read a request."""
    head, _, tail = text.partition("\n\n")
    first, *lines = head.split("\n")
    word, _, old = first.partition(" ")
    if word != "old" or not old.isdecimal() or len(old) > 19:
        raise NoteError("witness: a request begins with the old size; see docs/record.md")
    return Request(int(old), decoded_lines(lines), note_of(tail))


class Witness:
    """A folder with a key, the tables it knows, and the last note of each."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._key = witness_key(folder, name)

    @property
    def public(self) -> PublicKey:
        """The key by which its word is known."""
        return self._key.public

    def trust(self, key: PublicKey) -> None:
        """Know a table from now on; another key under a name that is known is refused."""
        known = self._known().get(key.name)
        if known is not None and known != key:
            raise RefusalError(
                403,
                f"witness: {key.name} is known here with another key; if the table was set up anew,"
                f" remove its line from {self._folder / KNOWN}",
                self.size(key.name),
            )
        if known is None:
            with (self._folder / KNOWN).open("a") as file:
                file.write(key.text + "\n")

    def last(self, origin: str) -> Note | None:
        """The last note it vouched for, if that is still its own word."""
        file = self._file(origin)
        if not file.exists():
            return None
        note = note_of(file.read_text())
        if cosigned_at(note, self.public) is None:
            raise NoteError(f"witness: {file} was changed; restore it, or set the witness up anew")
        return note

    def size(self, origin: str) -> int:
        """How long the record was when it was last vouched for."""
        last = self.last(origin)
        return 0 if last is None else last.size

    def add(self, request: Request, at_s: int) -> Signature:
        """Vouch for a note that continues the last one, and remember it first."""
        note = request.note
        key = self._known().get(note.origin)
        if key is None:
            raise RefusalError(
                404, f"witness: {note.origin} is not known here; trust its key first"
            )
        if not is_signed(note, key):
            raise RefusalError(403, f"witness: {note.origin} did not sign this note; check its key")
        self._check_growth(request)
        line = self._key.cosign(note, at_s)
        _replace(self._file(note.origin), note.signed(line).text)
        return line

    def _check_growth(self, request: Request) -> None:
        note, last = request.note, self.last(request.note.origin)
        size, root = (0, b"") if last is None else (last.size, last.root)
        if request.old > note.size:
            raise RefusalError(400, "witness: the old size is above the new; send them in order")
        if request.old != size:
            raise RefusalError(409, f"witness: remembers {size} rows; prove from there", size)
        if size == note.size and last is not None and root != note.root:
            raise RefusalError(
                409, f"witness: remembers {size} other rows; they were changed", size
            )
        if not is_consistent(size, root, note.size, note.root, request.proof):
            raise RefusalError(
                422, f"witness: the {size} rows it remembers are not the first of these", size
            )

    def _known(self) -> dict[str, PublicKey]:
        file = self._folder / KNOWN
        lines = file.read_text().splitlines() if file.exists() else []
        keys = map(public_key_of, filter(None, lines))
        return {key.name: key for key in keys}

    def _file(self, origin: str) -> Path:
        return self._folder / (quote(origin, safe="") + NOTE)


def _replace(file: Path, text: str) -> None:
    """The old note or the new one, never a half, whatever is unplugged."""
    fresh = file.with_suffix(".new")
    with fresh.open("w") as content:
        content.write(text)
        content.flush()
        os.fsync(content.fileno())
    fresh.replace(file)
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
