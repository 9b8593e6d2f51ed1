"""Proving a long record by slices, a process a core; what does not fit is left to the audit."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from controller.record.chain import UNENCODABLE, encode
from controller.record.journal import Journal
from controller.record.note import Note
from controller.record.row import JournalError
from controller.record.tree import NOTHING, Frontier, root_of

# A power of two, so that the tree over a slice is a subtree of the whole.
SLICE: Final = 1 << 16
# Below it a process takes longer to start than a core to walk.
LONG: Final = 3 * SLICE


class Slice(NamedTuple):
    """Rows after `low` up to `high`, the tree they continue, and where notes want to see it."""

    file: str
    low: int
    high: int
    frontier: Frontier
    sizes: frozenset[int]


class Proof(NamedTuple):
    """The tree at the end of a slice, and at each size a note names."""

    low: int
    end: Frontier
    noted: Mapping[int, Frontier]


def is_proved(
    journal: Journal, notes: Iterable[Note], progress: Callable[[int], None] | None = None
) -> bool:
    """Tell whether every row, every note and SQLite's own check are right."""
    told: dict[int, set[bytes]] = {}
    for note in notes:
        told.setdefault(note.size, set()).add(note.root)
    first, last = journal.beginning.number, journal.last_number
    if journal.first_number != first + 1 or any(size > last for size in told):
        return False
    slices = list(_slices(journal, last, told.keys()))
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as processes:
        own_check = processes.submit(_is_sound, str(journal.path))
        proofs = [processes.submit(prove, part) for part in slices]
        is_whole = _join(journal.beginning.frontier, proofs, told, progress)
        processes.shutdown(cancel_futures=not is_whole)
        return is_whole and own_check.result()


def prove(part: Slice) -> Proof | None:
    """Walk one slice; its first row must continue the row before, as that one is stored."""
    try:
        with Journal.open_for_reading(Path(part.file)) as journal:
            return _walked(journal, part)
    except (JournalError, *UNENCODABLE):
        return None


def _walked(journal: Journal, part: Slice) -> Proof | None:
    # Spelled out, not `grown` and `fits`: this is walked by every row of years.
    number, before = part.low, journal.hash_of(part.low)
    size, tree = part.frontier.size, list(part.frontier.hashes)
    noted: dict[int, Frontier] = {}
    for row in journal.rows(part.low, part.high - part.low):
        content = encode(row)
        number += 1
        if row.number != number or sha256(before + content).digest() != row.hash:
            return None
        before, leaf, below = row.hash, sha256(b"\0" + content).digest(), size
        while below & 1:
            leaf = sha256(b"\1" + tree.pop() + leaf).digest()
            below >>= 1
        tree.append(leaf)
        size += 1
        if number in part.sizes:
            noted[number] = Frontier(size, tuple(tree))
    return Proof(part.low, Frontier(size, tuple(tree)), noted) if number == part.high else None


def _slices(journal: Journal, last: int, sizes: Iterable[int]) -> Iterator[Slice]:
    low, wanted = journal.beginning.number, sorted(sizes)
    while low < last:
        high = min(last, (low // SLICE + 1) * SLICE)
        inside = frozenset(size for size in wanted if low < size <= high)
        frontier = NOTHING if low % SLICE == 0 else journal.beginning.frontier
        yield Slice(str(journal.path), low, high, frontier, inside)
        low = high


def _join(
    frontier: Frontier,
    proofs: Sequence[Future[Proof | None]],
    told: Mapping[int, set[bytes]],
    progress: Callable[[int], None] | None,
) -> bool:
    """Put the trees of the slices side by side, and hold them against the notes."""
    for done in proofs:
        proof = done.result()
        if proof is None:
            return False
        for size, part in proof.noted.items():
            if told[size] != {root_of(joined(frontier, proof.low, part))}:
                return False
        frontier = joined(frontier, proof.low, proof.end)
        if progress is not None:
            progress(frontier.size)
    return True


def joined(before: Frontier, low: int, part: Frontier) -> Frontier:
    """The tree over the rows before a slice and over a part of it."""
    if low % SLICE or not low:
        return part
    hashes, above = list(before.hashes), low // SLICE
    if part.size < SLICE:
        return Frontier(low + part.size, (*hashes, *part.hashes))
    (leaf,) = part.hashes
    while above & 1:
        leaf = sha256(b"\1" + hashes.pop() + leaf).digest()
        above >>= 1
    return Frontier(low + SLICE, (*hashes, leaf))


def _is_sound(file: str) -> bool:
    with Journal.open_for_reading(Path(file)) as journal:
        return not journal.damaged()
