import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.record.journal import Journal
from tests.unit.controller.sample_record import an_event, found, tamper


def test_an_untouched_record_is_intact(ten_rows: Path) -> None:
    assert found(ten_rows) == []


@pytest.mark.parametrize(
    "change",
    [
        "at_ms = at_ms + 1",
        "source = 'shoe-9'",
        "source = CAST(x'ff' AS TEXT)",
        "boot = NULL",
        "boot = 4",
        "sequence = 99",
        "part = 'decision'",
        "part = 'gossip'",
        "body = x'7b7d'",
    ],
)
def test_names_a_changed_row(ten_rows: Path, change: str) -> None:
    tamper(ten_rows, f"UPDATE entry SET {change} WHERE number = 5")
    assert found(ten_rows) == [(5, "changed")]


def test_names_a_row_with_a_changed_hash_and_the_row_that_relied_on_it(ten_rows: Path) -> None:
    tamper(ten_rows, "UPDATE entry SET hash = zeroblob(32) WHERE number = 5")
    assert found(ten_rows) == [(5, "changed"), (6, "changed")]


@pytest.mark.parametrize(("numbers", "first"), [("5", 5), ("5, 6, 7", 5), ("1", 1)])
def test_names_removed_rows(ten_rows: Path, numbers: str, first: int) -> None:
    tamper(ten_rows, f"DELETE FROM entry WHERE number IN ({numbers})")
    assert found(ten_rows) == [(first, "removed")]


def test_names_a_row_removed_with_the_rest_moved_up(ten_rows: Path) -> None:
    tamper(
        ten_rows,
        "DELETE FROM entry WHERE number = 5",
        "UPDATE entry SET number = number - 1 WHERE number > 5",
    )
    assert found(ten_rows)[0] == (5, "changed")
    assert (6, "reordered") in found(ten_rows)


def swap(first: int, second: int) -> tuple[str, str, str]:
    return (
        f"UPDATE entry SET number = 1000 WHERE number = {first}",
        f"UPDATE entry SET number = {first} WHERE number = {second}",
        f"UPDATE entry SET number = {second} WHERE number = 1000",
    )


@pytest.mark.parametrize(("first", "second"), [(3, 7), (4, 5), (1, 10), (9, 10)])
def test_names_reordered_rows(ten_rows: Path, first: int, second: int) -> None:
    tamper(ten_rows, *swap(first, second))
    assert found(ten_rows) == [(first, "reordered"), (second, "reordered")]


def test_names_a_row_moved_to_the_end(ten_rows: Path) -> None:
    tamper(ten_rows, "UPDATE entry SET number = 11 WHERE number = 4")
    assert found(ten_rows) == [(4, "removed"), (11, "reordered")]


@pytest.mark.parametrize("number", [0, 11, -3])
def test_names_a_row_appended_out_of_chain(ten_rows: Path, number: int) -> None:
    copy = f"SELECT {number}, at_ms, source, boot, 70, part, body, hash FROM entry LIMIT 1"
    tamper(ten_rows, f"INSERT INTO entry {copy}")
    assert found(ten_rows) == [(number, "appended")]


def test_summarises_when_most_of_the_record_was_renumbered(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([an_event(sequence) for sequence in range(1, 301)])
    tamper(
        path,
        "DELETE FROM entry WHERE number = 20",
        "UPDATE entry SET number = number - 1 WHERE number > 20",
    )
    with Journal.open_for_reading(path) as journal:
        [problem] = journal.verify()
    assert problem.row == 20
    assert problem.text.startswith("rows 20 to 299: ")


def test_a_noted_head_betrays_a_shortened_record(ten_rows: Path) -> None:
    with Journal.open_for_reading(ten_rows) as journal:
        noted = journal.head()
    assert found(ten_rows, noted) == []
    tamper(ten_rows, "DELETE FROM entry WHERE number > 8")
    assert found(ten_rows) == []
    assert found(ten_rows, noted) == [(9, "truncated")]


def test_a_noted_head_betrays_a_rewritten_record(ten_rows: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "forged.sqlite") as forged:
        forged.append([an_event(sequence, "shoe-9") for sequence in range(1, 11)])
    with Journal.open_for_reading(ten_rows) as journal:
        noted = journal.head()
    assert found(tmp_path / "forged.sqlite", noted) == [(10, "changed")]


def test_a_checkpoint_betrays_a_shortened_record(ten_rows: Path) -> None:
    with Journal.open(ten_rows) as journal:
        journal.save_checkpoint(10, "1", b"state")
    tamper(ten_rows, "DELETE FROM entry WHERE number > 8")
    assert found(ten_rows) == [(9, "truncated")]


@pytest.mark.parametrize("name", ["update", "delete", "holes"])
def test_says_when_a_guard_is_gone(ten_rows: Path, name: str) -> None:
    tamper(ten_rows)
    with closing(sqlite3.connect(ten_rows)) as connection:
        connection.execute(f"DROP TRIGGER entry_refuses_{name}")
    assert found(ten_rows) == [(0, "unprotected")]


def test_says_when_the_table_was_replaced(ten_rows: Path) -> None:
    tamper(ten_rows, "CREATE TABLE loose AS SELECT * FROM entry")
    with closing(sqlite3.connect(ten_rows)) as connection:
        connection.execute("DROP TABLE entry")
        connection.execute("ALTER TABLE loose RENAME TO entry")
    assert found(ten_rows) == [(0, "unprotected")]


def test_names_the_row_where_a_damaged_file_becomes_unreadable(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([an_event(sequence) for sequence in range(1, 2001)])
    with closing(sqlite3.connect(path)) as connection:
        [(page_size,)] = connection.execute("PRAGMA page_size").fetchall()
    damaged = bytearray(path.read_bytes())
    middle = len(damaged) // page_size // 2 * page_size
    damaged[middle : middle + page_size] = b"\xa5" * page_size
    path.write_bytes(damaged)
    [(row, kind)] = found(path)
    assert kind == "unreadable"
    assert 1 < row <= 2000
