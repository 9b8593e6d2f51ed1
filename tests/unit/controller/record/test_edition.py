"""Writer's and reader's version: an upgrade that only adds can be taken back."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from controller.record import schema
from controller.record.edition import Edition, edition_of
from controller.record.journal import Journal
from controller.record.row import JournalError
from tests.unit.controller.sample_record import an_event, found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append([an_event(1)])
    return tmp_path / "journal.sqlite"


def number(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def play_with(path: Path, monkeypatch: pytest.MonkeyPatch, writer: int, reader: int) -> None:
    """A row by a program of another version, which adds a table of its own."""
    own = "CREATE TABLE IF NOT EXISTS addition (one INTEGER PRIMARY KEY) STRICT"
    with monkeypatch.context() as newer:
        newer.setattr(schema, "SCHEMA_VERSION", writer)
        newer.setattr(schema, "OLDEST_READER", reader)
        newer.setattr(schema, "CREATE_DERIVED", (*schema.CREATE_DERIVED, own))
        with Journal.open(path) as journal:
            journal.append([an_event(journal.last_number + 1)])


def test_after_an_upgrade_that_only_adds_the_program_before_goes_on_and_all_of_it_is_proved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_with(path, monkeypatch, writer=3, reader=2)
    with Journal.open(path) as journal:
        journal.append([an_event(3)])
        assert journal.last_number == 3
    assert found(path) == []
    assert edition_of(number(path)) == Edition(3, 2)


def test_a_record_that_the_program_before_could_not_read_is_refused_by_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.unlink()
    play_with(path, monkeypatch, writer=4, reader=3)
    with pytest.raises(JournalError, match="has schema 4, this version knows 2; update underfelt"):
        Journal.open(path)


def test_a_newer_program_takes_up_the_record_and_says_so_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert number(path) == 2
    play_with(path, monkeypatch, writer=3, reader=2)
    assert number(path) == 2 << 16 | 3


@given(st.integers(2, 2**15), st.integers(2, 2**14))
def test_every_edition_is_one_number(writer: int, reader: int) -> None:
    edition = Edition(writer, min(reader, writer))
    assert edition_of(edition.number) == edition
    assert edition.is_possible


@given(st.integers(0, 31))
def test_a_flipped_bit_of_the_number_is_never_taken_for_ours(bit: int) -> None:
    flipped = edition_of(2 ^ 1 << bit)
    reads = flipped.is_possible and flipped.reader <= 2
    assert not reads or flipped.writer < schema.OLDEST_READER
