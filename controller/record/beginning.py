"""The beginning of a file of the record: where the file before it ended."""

from hashlib import sha256
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from controller.record.chain import GENESIS, Head
from controller.record.row import JournalDamagedError
from controller.record.tree import NOTHING, Frontier, packed_frontier, unpacked_frontier

# The last number of every start of a device that the files before this one hold.
Origins = tuple[tuple[str, int, int], ...]
_ORIGINS: TypeAdapter[Origins] = TypeAdapter(Origins)
Columns = tuple[int, bytes, bytes, bytes, bytes]


class Beginning(NamedTuple):
    """The last head of the file before, the tree up to it, and the origins' last numbers."""

    head: Head = GENESIS
    frontier: Frontier = NOTHING
    origins: Origins = ()

    @property
    def number(self) -> int:
        """The number of the last row of the file before; 0 in the first file."""
        return self.head.number

    def columns(self) -> Columns:
        """The beginning as it is stored, with a digest over all of it."""
        content = packed_frontier(self.frontier), _ORIGINS.dump_json(self.origins)
        return (*self.head, *content, _digest(*self.head, *content))


FIRST = Beginning()


def beginning_of(columns: Columns) -> Beginning:
    """Read a beginning; one that was changed is refused."""
    number, head, frontier, origins, digest = columns
    try:
        if _digest(number, head, frontier, origins) == digest:
            known = unpacked_frontier(number, frontier)
            return Beginning(Head(number, head), known, _ORIGINS.validate_json(origins))
    except (TypeError, ValidationError):
        pass
    raise JournalDamagedError(
        "record: the beginning of the file was changed; run journal verify, then restore a copy"
    )


def _digest(number: int, *parts: bytes) -> bytes:
    content = (str(number).encode(), *parts)
    return sha256(b"".join(sha256(part).digest() for part in content)).digest()
