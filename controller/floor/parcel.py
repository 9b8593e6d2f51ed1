"""Rows as they travel: some rows of one table in their order, in one message."""

from collections.abc import Callable
from functools import partial
from struct import unpack
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from controller.facts.fact import ON_FIRST_USE
from controller.facts.failure import OperatorError
from controller.record.chain import HASH_SIZE
from controller.record.row import Part, Row

# When the body of a row may leave its table.
Leaves = Literal["now", "later", "never"]
_ZERO: Final = b"\\u0000"
_KIND: Final = b'{"kind":"'
_Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
_HexRow = Annotated[str, StringConstraints(pattern=r"^(?:[0-9a-f]{64})*$")]


class FloorError(OperatorError):
    """Something between a table and the floor is wrong; the text says what, and what to do."""


class TravellingRow(NamedTuple):
    """A row on its way: without a body where that may not leave the table, or not yet."""

    number: int
    at_ms: int
    source: str
    boot: int | None
    sequence: int | None
    part: Part
    kind: str
    leaves: Leaves
    body: bytes | None
    hash: bytes

    @property
    def row(self) -> Row:
        """The row of the record, if its body is here."""
        number, at_ms, source, boot, sequence, part, _, _, body, digest = self
        return Row(number, at_ms, source, boot, sequence, part, body or b"", digest)


class OpenedBody(NamedTuple):
    """The body of an earlier row that may be told now."""

    number: int
    body: bytes


class Parcel(NamedTuple):
    """One message: rows that follow one another, the hash before them, and bodies told now."""

    table: str
    previous: bytes
    rows: tuple[TravellingRow, ...]
    opened: tuple[OpenedBody, ...] = ()

    @property
    def last(self) -> TravellingRow:
        """The row by whose number and hash a parcel is known."""
        return self.rows[-1]


# What a database has room for: a stranger's number must not stop the rows of all others.
_Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]


class _Wire(NamedTuple):
    """A parcel as JSON, column by column: bodies as text, hashes in hexadecimal and in one."""

    table: str
    previous: _Hex
    first: Annotated[int, Field(ge=1, lt=2**62)]
    at_ms: list[_Number]
    source: list[str]
    boot: list[_Number | None]
    sequence: list[_Number | None]
    part: list[Part]
    kind: list[str]
    leaves: list[Leaves]
    body: list[str | None]
    hashes: _HexRow
    opened: list[tuple[_Number, str]]


_TRAVELLING: Final = partial(tuple.__new__, TravellingRow)
_WIRE: TypeAdapter[_Wire] = TypeAdapter(_Wire, config=ON_FIRST_USE)


def kind_of(body: bytes) -> str:
    """A row's kind, which its canonical text begins with; empty where it does not."""
    if not body.startswith(_KIND):
        return ""
    return body[len(_KIND) : body.find(b'"', len(_KIND))].decode(errors="replace")


def travelling(row: Row, when: Callable[[str], Leaves]) -> TravellingRow:
    """A row as it may leave now; of one that never does not even the source is told."""
    number, at_ms, source, boot, sequence, part, body, digest = row
    kind = kind_of(body)
    leaves = when(kind)
    if leaves == "never":
        return TravellingRow(number, at_ms, "", None, None, part, kind, leaves, None, digest)
    told = body if leaves == "now" else None
    return TravellingRow(number, at_ms, source, boot, sequence, part, kind, leaves, told, digest)


def parcel_text(parcel: Parcel) -> bytes:
    """Write a parcel."""
    numbers, at_ms, source, boot, sequence, part, kind, leaves, body, hashes = map(
        list, zip(*parcel.rows, strict=True)
    )
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise FloorError("floor: the rows of a parcel do not follow one another; it is not ours")
    return _WIRE.dump_json(
        _Wire(
            parcel.table,
            parcel.previous.hex(),
            parcel.rows[0].number,
            at_ms,
            source,
            boot,
            sequence,
            part,
            kind,
            leaves,
            [None if each is None else each.decode() for each in body],
            b"".join(hashes).hex(),
            [(number, told.decode()) for number, told in parcel.opened],
        )
    )


def parcel_of(text: bytes) -> Parcel:
    """Read a parcel; what is none is refused."""
    try:
        wire = _WIRE.validate_json(text, strict=False)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "the whole"
        raise FloorError(
            f"floor: what arrived is no parcel ({place}); bring bridge and floor to one version"
        ) from None
    # PostgreSQL keeps no text with a zero in it; a body is bytes there.
    if _ZERO in text and any("\0" in each for each in (*wire.source, *wire.kind)):
        raise FloorError("floor: a parcel names a source that no database keeps; it is not ours")
    count = len(wire.at_ms)
    lengths = {len(column) for column in wire[3:11]} | {len(wire.hashes) // (2 * HASH_SIZE)}
    if not count or lengths != {count}:
        raise FloorError("floor: the rows of a parcel are not whole; it is not ours")
    opened = tuple(OpenedBody(number, body.encode()) for number, body in wire.opened)
    return Parcel(wire.table, bytes.fromhex(wire.previous), _rows(wire), opened)


def _rows(wire: _Wire) -> tuple[TravellingRow, ...]:
    count = len(wire.at_ms)
    bodies = [None if body is None else body.encode() for body in wire.body]
    digests = unpack(f"{HASH_SIZE}s" * count, bytes.fromhex(wire.hashes))
    columns = zip(range(wire.first, wire.first + count), *wire[3:10], bodies, digests, strict=True)
    # Their number is proved above, so each row is made without counting its columns again.
    return tuple(map(_TRAVELLING, columns))
