import sqlite3
import tempfile
from contextlib import closing
from itertools import count, pairwise
from pathlib import Path

from hypothesis import assume, given, settings, strategies as st

from controller.record.audit import Audit, Problem
from controller.record.chain import GENESIS, chained, encode
from controller.record.journal import Journal
from controller.record.row import Row

# Each example waits for the disk.
FEWER = settings(max_examples=25)

INTEGERS = st.integers(-(2**63), 2**63 - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PARTS = st.sampled_from(["event", "decision"])

DRAFTS = st.builds(
    Row,
    number=st.just(0),
    at_ms=INTEGERS,
    source=TEXTS,
    boot=st.none() | st.integers(0, 1) | INTEGERS,
    sequence=st.none() | st.integers(0, 1) | INTEGERS,
    part=PARTS,
    body=st.binary(max_size=40),
    hash=st.just(b""),
)
CHAINS = st.lists(DRAFTS, min_size=2, max_size=12).map(lambda drafts: chained(GENESIS, drafts))
CHANGES = st.one_of(
    st.fixed_dictionaries({"at_ms": INTEGERS}),
    st.fixed_dictionaries({"source": TEXTS}),
    st.fixed_dictionaries({"boot": st.none() | INTEGERS}),
    st.fixed_dictionaries({"sequence": st.none() | INTEGERS}),
    st.fixed_dictionaries({"part": PARTS}),
    st.fixed_dictionaries({"body": st.binary(max_size=40)}),
)


def problems(rows: list[Row], noted: tuple[int, str] | None = None) -> list[Problem]:
    audit = Audit(noted)
    for row in rows:
        audit.examine(row)
    return audit.problems()


@given(DRAFTS, DRAFTS)
def test_different_rows_never_encode_alike(one: Row, other: Row) -> None:
    assert (encode(one) == encode(other)) == (one == other)


@given(DRAFTS, st.data())
def test_moving_bytes_between_columns_changes_the_encoding(row: Row, data: st.DataObject) -> None:
    joined = row.source.encode() + row.body
    cut = data.draw(st.integers(0, len(row.source)))
    moved = row._replace(source=row.source[:cut], body=joined[len(row.source[:cut].encode()) :])
    assert (encode(moved) == encode(row)) == (moved == row)


@given(DRAFTS)
def test_no_number_is_not_the_number_zero(row: Row) -> None:
    assert encode(row._replace(boot=None)) != encode(row._replace(boot=0))
    assert encode(row._replace(sequence=None)) != encode(row._replace(sequence=0))


@given(CHAINS)
def test_an_untouched_chain_has_no_problems(rows: list[Row]) -> None:
    assert problems(rows) == []
    assert problems(rows, (rows[-1].number, rows[-1].hash.hex())) == []


@given(CHAINS, CHANGES, st.data())
def test_names_exactly_the_changed_row(
    rows: list[Row], change: dict[str, int | str | bytes | None], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(rows) - 1))
    changed = Row(**(rows[place]._asdict() | change))
    assume(changed != rows[place])
    assert [problem.row for problem in problems([*rows[:place], changed, *rows[place + 1 :]])] == [
        place + 1
    ]


@given(CHAINS, st.data())
def test_names_the_first_of_each_run_of_removed_rows(rows: list[Row], data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.integers(1, len(rows) - 1))) | {len(rows)}
    left = [row for row in rows if row.number in kept]
    starts = [before + 1 for before, after in pairwise([0, *sorted(kept)]) if after > before + 1]
    found = problems(left)
    assert [(problem.row, problem.kind) for problem in found] == [
        (start, "removed") for start in starts
    ]


@given(CHAINS, st.data())
def test_names_every_row_out_of_place_and_where_it_came_from(
    rows: list[Row], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(rows))
    shuffled = [row._replace(number=place) for row, place in zip(order, count(1), strict=False)]
    found = problems(shuffled)
    assert {problem.row: problem.text.rsplit(" ", 1)[1] for problem in found} == {
        place: str(row.number)
        for row, place in zip(order, count(1), strict=False)
        if row.number != place
    }


@given(CHAINS, st.data())
def test_a_noted_head_betrays_every_shortening(rows: list[Row], data: st.DataObject) -> None:
    left = rows[: data.draw(st.integers(0, len(rows) - 1))]
    [problem] = problems(left, (rows[-1].number, rows[-1].hash.hex()))
    assert (problem.row, problem.kind) == (len(left) + 1, "truncated")


@FEWER
@given(st.lists(st.lists(DRAFTS, max_size=5), max_size=6))
def test_the_file_holds_each_accepted_batch_whole_and_no_other(batches: list[list[Row]]) -> None:
    accepted: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        for batch in batches:
            with Journal.open(path) as journal:
                journal.append(batch)
                accepted += batch
        with Journal.open(path) as journal:
            assert list(journal.rows()) == chained(GENESIS, accepted)
            assert journal.verify() == []


@FEWER
@given(st.lists(DRAFTS, min_size=1, max_size=8), st.data())
def test_one_flipped_byte_of_a_stored_body_or_hash_is_named(
    drafts: list[Row], data: st.DataObject
) -> None:
    column = data.draw(st.sampled_from(["body", "hash"]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal.open(path) as journal:
            unique = [draft._replace(boot=None, sequence=None) for draft in drafts]
            rows = journal.append(unique)
        number = data.draw(st.sampled_from(rows)).number
        flip_byte(path, column, number, data)
        with Journal.open_for_reading(path) as journal:
            assert number in [problem.row for problem in journal.verify()]


def flip_byte(path: Path, column: str, number: int, data: st.DataObject) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entry_refuses_update")
        [(stored,)] = connection.execute(f"SELECT {column} FROM entry WHERE number = ?", (number,))
        assume(stored)
        place = data.draw(st.integers(0, len(stored) - 1))
        bit = data.draw(st.integers(1, 255))
        flipped = stored[:place] + bytes([stored[place] ^ bit]) + stored[place + 1 :]
        connection.execute(f"UPDATE entry SET {column} = ? WHERE number = ?", (flipped, number))
