"""The tree over the rows: RFC 6962 hashes, and proofs that need only a part of the record."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

EMPTY = sha256(b"").digest()


class Frontier(NamedTuple):
    """The roots of the whole subtrees of a tree, the largest first: all a writer must keep."""

    size: int
    hashes: tuple[bytes, ...]


NOTHING = Frontier(0, ())


def leaf_hash(content: bytes) -> bytes:
    """The hash of one row's bytes."""
    return sha256(b"\0" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees side by side."""
    return sha256(b"\1" + left + right).digest()


def grown(frontier: Frontier, leaves: Sequence[bytes]) -> Frontier:
    """The frontier after further leaves."""
    size, hashes = frontier.size, list(frontier.hashes)
    for leaf in leaves:
        below = size
        while below & 1:
            leaf = sha256(b"\1" + hashes.pop() + leaf).digest()
            below >>= 1
        hashes.append(leaf)
        size += 1
    return Frontier(size, tuple(hashes))


def root_of(frontier: Frontier) -> bytes:
    """The root of the whole tree."""
    if not frontier.hashes:
        return EMPTY
    root = frontier.hashes[-1]
    for left in reversed(frontier.hashes[:-1]):
        root = node_hash(left, root)
    return root


def packed_frontier(frontier: Frontier) -> bytes:
    """The hashes of a frontier in a row; its size says how many there are."""
    return b"".join(frontier.hashes)


def unpacked_frontier(size: int, packed: bytes) -> Frontier:
    """Read a frontier back."""
    return Frontier(size, tuple(packed[at : at + 32] for at in range(0, len(packed), 32)))


class Span:
    """A part of the tree: the frontier at some size, and every leaf after it."""

    def __init__(self, frontier: Frontier, leaves: Sequence[bytes]) -> None:
        self._first = frontier.size
        self.size = frontier.size + len(leaves)
        self._leaves = leaves
        self._known: dict[tuple[int, int], bytes] = dict(_spans(frontier))

    def root(self, low: int, high: int) -> bytes:
        """The root over the leaves from `low` up to `high`, where no split is inside the known."""
        known = self._known.get((low, high))
        if known is not None:
            return known
        if high - low == 1:
            return self._leaves[low - self._first]
        middle = low + _split(high - low)
        found = node_hash(self.root(low, middle), self.root(middle, high))
        self._known[low, high] = found
        return found

    def consistency(self, old: int) -> list[bytes]:
        """The proof that the tree of size `old` is the beginning of this one."""
        return list(self._from_old(old, 0, self.size, True)) if 0 < old < self.size else []

    def inclusion(self, place: int) -> list[bytes]:
        """The proof that a leaf, counted from 0, is in the tree."""
        return list(self._path(place, 0, self.size))

    def _from_old(self, old: int, low: int, high: int, is_whole: bool) -> Iterator[bytes]:
        if old == high:
            if not is_whole:
                yield self.root(low, high)
            return
        middle = low + _split(high - low)
        if old <= middle:
            yield from self._from_old(old, low, middle, is_whole)
            yield self.root(middle, high)
        else:
            yield from self._from_old(old, middle, high, False)
            yield self.root(low, middle)

    def _path(self, place: int, low: int, high: int) -> Iterator[bytes]:
        if high - low == 1:
            return
        middle = low + _split(high - low)
        if place < middle:
            yield from self._path(place, low, middle)
            yield self.root(middle, high)
        else:
            yield from self._path(place, middle, high)
            yield self.root(low, middle)


def is_included(leaf: bytes, place: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Tell whether a proof leads from a leaf, counted from 0, to a root."""
    at, last, found = place, size - 1, leaf
    for other in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(other, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, other)
        at, last = at >> 1, last >> 1
    return 0 <= place < size and last == 0 and found == root


def is_consistent(
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> bool:
    """Tell whether a proof shows that one tree is the beginning of another."""
    if old == 0:
        return not proof
    if old == size:
        return not proof and old_root == root
    if old > size:
        return False
    hashes = list(proof) if old & (old - 1) else [old_root, *proof]
    if not hashes:
        return False
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node_hash(other, before), node_hash(other, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, other)
        at, last = at >> 1, last >> 1
    return last == 0 and before == old_root and after == root


def _spans(frontier: Frontier) -> Iterator[tuple[tuple[int, int], bytes]]:
    low, left = 0, frontier.size
    for digest in frontier.hashes:
        width = 1 << (left.bit_length() - 1)
        yield (low, low + width), digest
        low, left = low + width, left - width


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)
