"""Keys that sign notes: of a table, and of a witness. Only this module talks to `cryptography`."""

import os
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.record.note import (
    COSIGNED,
    SIGNED,
    Note,
    NoteError,
    PublicKey,
    Signature,
    cosigned_body,
    cosigned_content,
    split_content,
)

TABLE_KEY: Final = "table.key"
WITNESS_KEY: Final = "witness.key"
WALL_KEY: Final = "wall.key"


class SigningKey:
    """A private key and the name it signs under."""

    def __init__(self, name: str, kind: int, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(name, kind, self._private.public_key().public_bytes_raw())

    def sign(self, note: Note) -> Note:
        """The note with this table's signature."""
        return note.signed(self.signature(note.body))

    def signature(self, body: bytes) -> Signature:
        """The line under a text of any kind."""
        return self._line(self._private.sign(body))

    def cosign(self, note: Note, at_s: int) -> Signature:
        """A witness's line under a note it saw at a time."""
        signature = self._private.sign(cosigned_body(at_s, note.body))
        return self._line(cosigned_content(at_s, signature))

    def _line(self, content: bytes) -> Signature:
        return Signature(self.public.name, self.public.key_id, content)


def is_signed(note: Note, key: PublicKey) -> bool:
    """Tell whether the owner of a table's key signed a note."""
    return has_signed(key, note.signatures, note.body)


def has_signed(key: PublicKey, signatures: Iterable[Signature], body: bytes) -> bool:
    """Tell whether one of these lines is this key's, and holds for these bytes."""
    line = key.found_in(signatures)
    return line is not None and _holds(key, line.content, body)


def cosigned_at(note: Note, key: PublicKey) -> int | None:
    """When a witness saw a note, in seconds; None when it did not vouch for it."""
    line = key.found_on(note)
    if line is None:
        return None
    try:
        at_s, signature = split_content(line.content)
    except NoteError:
        return None
    return at_s if _holds(key, signature, cosigned_body(at_s, note.body)) else None


def table_key(folder: Path, origin: str) -> SigningKey:
    """The key of a table, made at its first start."""
    return _kept(folder / TABLE_KEY, origin, SIGNED)


def witness_key(folder: Path, name: str) -> SigningKey:
    """The key of a witness, made at its first use."""
    return _kept(folder / WITNESS_KEY, name, COSIGNED)


def wall_key(folder: Path, name: str) -> SigningKey:
    """The key of a floor's wall, made at its first use."""
    return _kept(folder / WALL_KEY, name, SIGNED)


def room_key(file: Path, name: str) -> SigningKey:
    """A new key that signs a room's directives; never in the place of another one."""
    if file.exists():
        raise NoteError(f"key: {file} is there already; name another")
    return _kept(file, name, SIGNED)


def read_key(file: Path) -> SigningKey:
    """A key that is there; one that is missing or damaged is named, never made anew."""
    try:
        return _read(file, SIGNED)
    except ValueError:
        raise NoteError(f"key: {file} is no key; put the copy back") from None


def _read(file: Path, kind: int) -> SigningKey:
    try:
        known, _, seed = file.read_text().strip().partition(" ")
    except OSError as error:
        raise NoteError(f"key: {file}: {error.strerror}; let this user read it") from None
    return SigningKey(known, kind, b64decode(seed, validate=True))


def _kept(file: Path, name: str, kind: int) -> SigningKey:
    if not file.exists():
        _write(file, f"{name} {b64encode(os.urandom(32)).decode()}\n")
    try:
        key = _read(file, kind)
    except ValueError:
        # A table must open; that the old notes are under another key is then found and said.
        file.replace(file.with_suffix(".damaged"))
        return _kept(file, name, kind)
    _publish(file.with_suffix(".pub"), key.public)
    return key


def _publish(file: Path, key: PublicKey) -> None:
    """The public half beside the private one, for whoever checks."""
    text = key.text + "\n"
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def _write(file: Path, text: str) -> None:
    """A file only its owner may read, whole or not there at all."""
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as content:
        content.write(text)
        content.flush()
        os.fsync(content.fileno())
    fresh.replace(file)


def _holds(key: PublicKey, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key.point).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
