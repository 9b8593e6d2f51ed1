"""The hash chain: each row's hash covers the hash before it and every other column of the row."""

from collections.abc import Iterable
from hashlib import sha256
from struct import (
    Struct,
    error as StructError,  # noqa: N812
)
from typing import NamedTuple

from controller.record.row import JournalError, Part, Row

HASH_SIZE = 32

# Fixed width, and every variable part announced by its length: no two rows encode alike.
_HEADER = Struct(">qq?q?qIII")
UNENCODABLE = (StructError, UnicodeEncodeError, TypeError, AttributeError)


# The columns of a row in their order: a `Row`, or what carries the same from elsewhere.
Columns = tuple[int, int, str, int | None, int | None, Part, bytes, bytes]


class Head(NamedTuple):
    """The last row's number and hash: what the next row is chained to."""

    number: int
    hash: bytes


GENESIS = Head(0, bytes(HASH_SIZE))


def encode(row: Columns) -> bytes:
    """Every column but the hash, as unambiguous bytes."""
    number, at_ms, name, boot, sequence, kind, body, _hash = row
    source, part = name.encode(), kind.encode()
    header = _HEADER.pack(
        number,
        at_ms,
        boot is not None,
        0 if boot is None else boot,
        sequence is not None,
        0 if sequence is None else sequence,
        len(source),
        len(part),
        len(body),
    )
    return header + source + part + body


def link(previous: bytes, row: Columns) -> bytes:
    """The hash of a row that follows the row with hash `previous`."""
    return sha256(previous + encode(row)).digest()


def fits(previous: bytes, row: Columns) -> bool:
    """Whether the row carries the hash it must carry there, whatever types a stranger stored."""
    try:
        return sha256(previous + encode(row)).digest() == row[-1]
    except UNENCODABLE:
        return False


def chained(head: Head, batch: Iterable[Row]) -> list[Row]:
    """The batch numbered and hashed, continuing from `head`."""
    rows: list[Row] = []
    number, previous = head
    for draft in batch:
        number += 1
        row = _numbered(draft, number, previous)
        previous = row.hash
        rows.append(row)
    return rows


def _numbered(draft: Row, number: int, previous: bytes) -> Row:
    if draft.number or draft.hash:
        raise JournalError(
            f"record: row {draft.number} already has its place in a record;"
            " append rows with number 0 and no hash"
        )
    # Spelled out, not _replace: this is the path of every event before its acknowledgement.
    row = Row(number, *draft[1:7], b"")
    try:
        return Row(number, *draft[1:7], link(previous, row))
    except UNENCODABLE as error:
        raise JournalError(
            f"record: a row from {draft.source!r} does not fit the record ({error});"
            " keep numbers within 64 bits, text valid and bodies as bytes"
        ) from error
