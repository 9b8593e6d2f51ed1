"""The sealer of a table: when it signs, whom it asks, and what it finds at a start."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.sealer import OWN, SIGN_EVERY_S, Sealer
from controller.facts.events import FloorCalled, RecordContradicted, RulingGiven
from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY
from controller.record.sealing import Seal
from controller.table.state import Rules

TABLE = "table-7"


@contextmanager
def sealing(rules: Rules, path: Path, *witnesses: Path) -> Iterator[tuple[TableKeeper, Sealer]]:
    with Journal.open(path) as journal:
        sealer = Sealer(Seal.of(journal, TABLE), [str(place) for place in witnesses])
        keeper = TableKeeper(rules, journal, contradictions=sealer.remembered())
        yield keeper, sealer
        sealer.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def held(keeper: TableKeeper) -> str | None:
    return keeper.state.hold and keeper.state.hold.name


def test_a_record_is_signed_each_minute_while_it_grows(baccarat_rules: Rules, path: Path) -> None:
    with sealing(baccarat_rules, path) as (keeper, sealer):
        first = sealer.tend(100.0)
        assert first is not None
        assert first.size == keeper.number
        keeper.admit([Arrival("pad-1", FloorCalled())])
        assert sealer.tend(100.0 + SIGN_EVERY_S - 1) is None
        later = sealer.tend(100.0 + SIGN_EVERY_S)
        assert later is not None
        assert later.size == keeper.number
        assert sealer.tend(100.0 + 2 * SIGN_EVERY_S) is None


def test_a_ruling_is_signed_at_once(baccarat_rules: Rules, path: Path) -> None:
    with sealing(baccarat_rules, path) as (keeper, sealer):
        sealer.tend(100.0)
        sealer.follow(keeper.admit([Arrival("pad-1", FloorCalled())]))
        assert sealer.tend(101.0) is None
        ruling = RulingGiven(by="Ann", ruling="resume")
        sealer.follow(keeper.admit([Arrival("desk:Ann", ruling)]))
        note = sealer.tend(102.0)
        assert note is not None
        assert note.size == keeper.number


def test_a_whole_record_starts_without_a_word(baccarat_rules: Rules, path: Path) -> None:
    with sealing(baccarat_rules, path) as (keeper, _):
        keeper.admit([Arrival("pad-1", FloorCalled())])
    with sealing(baccarat_rules, path) as (keeper, sealer):
        assert sealer.remembered() == []
        assert held(keeper) == "floor-called"


def test_a_record_that_is_gone_is_missed_and_the_table_held_until_a_ruling(
    baccarat_rules: Rules, path: Path
) -> None:
    with sealing(baccarat_rules, path) as (keeper, _):
        number = keeper.number
    path.unlink()
    with sealing(baccarat_rules, path) as (keeper, sealer):
        assert held(keeper) == "record-contradicted"
        keeper.admit([Arrival("desk:Ann", RulingGiven(by="Ann", ruling="resume"))])
        assert held(keeper) is None
        assert sealer.remembered() == [RecordContradicted(witness=OWN, size=number)]
    with sealing(baccarat_rules, path) as (keeper, sealer):
        assert (held(keeper), sealer.remembered()) == (None, [])


def test_a_record_put_back_from_last_week_is_missed(baccarat_rules: Rules, path: Path) -> None:
    with sealing(baccarat_rules, path) as (keeper, _):
        keeper.admit([Arrival("pad-1", FloorCalled())])
    old = path.read_bytes()
    with sealing(baccarat_rules, path) as (keeper, _):
        keeper.admit([Arrival("desk:Ann", RulingGiven(by="Ann", ruling="resume"))])
    path.write_bytes(old)
    with sealing(baccarat_rules, path) as (_, sealer):
        (contradiction,) = sealer.remembered()
        assert contradiction.witness == OWN


def test_an_exchanged_key_is_missed(baccarat_rules: Rules, path: Path) -> None:
    with sealing(baccarat_rules, path):
        pass
    (path.parent / TABLE_KEY).unlink()
    with sealing(baccarat_rules, path) as (keeper, _):
        assert held(keeper) == "record-contradicted"


def test_a_witness_of_the_table_file_is_asked_and_finds_a_state_directory_emptied(
    baccarat_rules: Rules, path: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with sealing(baccarat_rules, path, stick) as (keeper, sealer):
        sealer.tend(100.0)
        number = keeper.number
    for file in filter(Path.is_file, tmp_path.iterdir()):
        file.unlink()
    with sealing(baccarat_rules, path, stick) as (_, sealer):
        sealer.tend(100.0)
        (found,) = until_found(sealer)
    assert (found.witness, found.size) == (str(stick)[:80], number)


def until_found(sealer: Sealer) -> list[RecordContradicted]:
    """What a witness answers, when its thread has asked it."""
    for _ in range(500):
        found = sealer.found()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("no witness answered")
