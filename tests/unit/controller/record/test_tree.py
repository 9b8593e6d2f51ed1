"""The tree over the rows: known roots, and proofs that only true ones pass."""

from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies as st

from controller.record.tree import (
    NOTHING,
    Frontier,
    Span,
    grown,
    is_consistent,
    is_included,
    leaf_hash,
    packed_frontier,
    root_of,
    unpacked_frontier,
)

# The eight inputs of the reference implementation of certificate transparency.
REFERENCE = (b"", b"\0", b"\x10", b" !", b"01", b"@ABC", b"PQRSTUVW", b"`abcdefghijklmno")
LEAVES = [leaf_hash(str(number).encode()) for number in range(80)]


def frontier(size: int) -> Frontier:
    return grown(NOTHING, LEAVES[:size])


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    assert root_of(NOTHING) == sha256(b"").digest()


def test_the_reference_tree_has_the_reference_root() -> None:
    root = root_of(grown(NOTHING, [leaf_hash(content) for content in REFERENCE]))
    assert root.hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13, 80])
def test_a_frontier_is_as_long_as_its_size_has_ones_and_is_read_back(size: int) -> None:
    known = frontier(size)
    assert len(known.hashes) == size.bit_count()
    assert unpacked_frontier(size, packed_frontier(known)) == known


@given(st.integers(0, 40), st.integers(1, 40))
def test_a_part_of_the_tree_gives_the_root_of_the_whole(first: int, more: int) -> None:
    size = first + more
    span = Span(frontier(first), LEAVES[first:size])
    assert span.root(0, size) == root_of(frontier(size))


@settings(max_examples=200)
@given(st.data())
def test_a_proof_of_growth_from_a_part_of_the_tree_holds_and_no_other_does(
    data: st.DataObject,
) -> None:
    kept = data.draw(st.integers(0, 60))
    old = data.draw(st.integers(max(kept, 1), 70))
    size = data.draw(st.integers(old, 80))
    proof = Span(frontier(kept), LEAVES[kept:size]).consistency(old)
    before, after = root_of(frontier(old)), root_of(frontier(size))
    assert is_consistent(old, before, size, after, proof)
    assert not is_consistent(old, leaf_hash(b"other"), size, after, proof)
    if old < size:
        assert not is_consistent(old, before, size, leaf_hash(b"other"), proof)
        assert not is_consistent(size, after, old, before, proof)


@settings(max_examples=200)
@given(st.data())
def test_a_proof_of_a_row_from_a_part_of_the_tree_holds_and_no_other_does(
    data: st.DataObject,
) -> None:
    kept = data.draw(st.integers(0, 60))
    place = data.draw(st.integers(kept, 79))
    size = data.draw(st.integers(place + 1, 80))
    proof = Span(frontier(kept), LEAVES[kept:size]).inclusion(place)
    root = root_of(frontier(size))
    assert is_included(LEAVES[place], place, size, proof, root)
    assert not is_included(leaf_hash(b"other"), place, size, proof, root)
    assert not is_included(LEAVES[place], (place + 1) % size, size, proof, root) or size == 1


def test_a_tree_that_grew_from_nothing_needs_no_proof() -> None:
    assert is_consistent(0, b"", 5, root_of(frontier(5)), [])
    assert not is_consistent(0, b"", 5, root_of(frontier(5)), [LEAVES[0]])
