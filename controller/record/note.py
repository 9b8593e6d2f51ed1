"""Signed notes (C2SP): how long the record was and the root over its rows, signed and cosigned."""

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from hashlib import sha256
from struct import Struct
from typing import Final, NamedTuple

from controller.record.row import JournalError

DASH: Final = "\u2014 "
SIGNED: Final = 1
COSIGNED: Final = 4
_TIME: Final = Struct(">Q")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_HASH_BYTES: Final = 32


class NoteError(JournalError):
    """A note, a key or a proof is not what it should be; the text says why and what to do."""


class Signature(NamedTuple):
    """One line under a note: whose key, its short name, and what it says."""

    name: str
    key_id: bytes
    content: bytes


class Note(NamedTuple):
    """A record's name, its rows and the root over them, with who vouches for it."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[Signature, ...] = ()

    @property
    def body(self) -> bytes:
        """The bytes that are signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n".encode()

    @property
    def text(self) -> str:
        """The whole note."""
        return self.body.decode() + "\n" + "".join(map(signature_line, self.signatures))

    def signed(self, *more: Signature) -> "Note":
        """The same note with further signatures; one a key."""
        known = {(line.name, line.key_id): line for line in (*self.signatures, *more)}
        return self._replace(signatures=tuple(known.values()))


class PublicKey(NamedTuple):
    """A verifier's key: whose it is, what it signs, and the point on the curve."""

    name: str
    kind: int
    point: bytes

    @property
    def key_id(self) -> bytes:
        """The four bytes that announce the key in a signature line."""
        return sha256(f"{self.name}\n".encode() + bytes([self.kind]) + self.point).digest()[:4]

    @property
    def text(self) -> str:
        """The key in one line: name, short name, kind and point."""
        content = b64encode(bytes([self.kind]) + self.point).decode()
        return f"{self.name}+{self.key_id.hex()}+{content}"

    def found_on(self, note: Note) -> Signature | None:
        """The line of a note that names this key."""
        return self.found_in(note.signatures)

    def found_in(self, signatures: Iterable[Signature]) -> Signature | None:
        """The line that names this key."""
        ours = (line for line in signatures if (line.name, line.key_id) == self._id)
        return next(ours, None)

    @property
    def _id(self) -> tuple[str, bytes]:
        return self.name, self.key_id


def signature_line(line: Signature) -> str:
    """A signature as it stands under a note."""
    return f"{DASH}{line.name} {b64encode(line.key_id + line.content).decode()}\n"


def cosigned_body(at_s: int, body: bytes) -> bytes:
    """What a witness signs: when it saw the note, and the note."""
    return f"cosignature/v1\ntime {at_s}\n".encode() + body


def cosigned_content(at_s: int, signature: bytes) -> bytes:
    """The content of a witness's signature line."""
    return _TIME.pack(at_s) + signature


def split_content(content: bytes) -> tuple[int, bytes]:
    """The time and the signature of a witness's line."""
    if len(content) != _TIME.size + 64:
        raise NoteError("note: a witness's signature has a wrong length; get the note anew")
    return _TIME.unpack_from(content)[0], content[_TIME.size :]


def note_of(text: str) -> Note:
    """Read a note; whether its signatures hold is another question."""
    body, gap, tail = text.partition("\n\n")
    lines = body.split("\n")
    if not gap or len(lines) != 3 or not tail.endswith("\n") or not lines[0]:
        raise NoteError("note: not a name, a size and a root with signatures; get the note anew")
    origin, size, root = lines
    if not _SIZE.fullmatch(size) or len(_decoded(root)) != _HASH_BYTES:
        raise NoteError(f"note: size {size[:20]!r} or root is no number or hash; get the note anew")
    return Note(origin, int(size), _decoded(root), signatures_of(tail))


def signatures_of(tail: str) -> tuple[Signature, ...]:
    """The signature lines that stand under a text."""
    return tuple(map(_signature, tail.removesuffix("\n").split("\n")))


def public_key_of(text: str) -> PublicKey:
    """Read a verifier's key: NAME+SHORT+KEY."""
    name, _, rest = text.strip().partition("+")
    short, _, content = rest.partition("+")
    try:
        data = b64decode(content, validate=True)
    except binascii.Error:
        data = b""
    if len(data) == 1 + _HASH_BYTES and data[0] in (SIGNED, COSIGNED):
        key = PublicKey(name, data[0], data[1:])
        if key.name and key.key_id.hex() == short:
            return key
    raise NoteError(f"key: {text[:60]!r} is no key; copy the whole line NAME+SHORT+KEY")


def _signature(line: str) -> Signature:
    name, _, content = line.removeprefix(DASH).partition(" ")
    data = _decoded(content)
    if not line.startswith(DASH) or not name or len(data) < 5:
        raise NoteError("note: a signature line cannot be read; get the note anew")
    return Signature(name, data[:4], data[4:])


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise NoteError("note: a line is no base64; get the note anew") from None
