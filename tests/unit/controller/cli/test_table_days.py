"""The daemon's process from day to day: the same sockets, a new file that continues the last."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.table import TABLES
from controller.bus.server import BusServer
from controller.cli.journal import JOURNAL_NAME
from controller.cli.table_days import Days
from controller.daemon.days import DayWatch
from controller.families.tables import load_table
from controller.record.archive import breaks, proved
from controller.record.journal import Journal
from controller.record.row import event_of
from controller.record.shelf import closed_files

TABLE = TABLES / "emulated-baccarat.toml"
ENDED = "controller.daemon.days.DayWatch.is_over"


@pytest.fixture
def bus() -> Iterator[BusServer]:
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        server = BusServer(Path(folder))
        yield server
        server.close()


def days_of(tmp_path: Path, bus: BusServer) -> Days:
    loaded = load_table(TABLE)
    keeping = loaded.table.record.model_copy(update={"archive": str(tmp_path / "archive")})
    table = loaded.table.model_copy(update={"record": keeping})
    loaded = loaded.model_copy(update={"table": table})
    return Days(lambda: loaded, TABLE, tmp_path, bus, tmp_path, None)


def test_when_a_day_is_over_the_table_is_served_on_a_new_file(
    tmp_path: Path, bus: BusServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    days, looks = days_of(tmp_path, bus), []

    def is_over(watch: DayWatch, *_given: object) -> bool:
        looks.append(watch)
        if len(looks) > 1:
            days.stop()
        return len(looks) == 1

    monkeypatch.setattr(ENDED, is_over)
    days.serve()
    assert looks[0] is not looks[1]
    (closed,) = closed_files(tmp_path)
    assert proved(closed).problems == []
    assert list(breaks(tmp_path / JOURNAL_NAME)) == []
    with Journal.open_for_reading(tmp_path / JOURNAL_NAME) as journal:
        kinds = [event_of(row.body).kind for row in journal.rows() if row.part == "event"]
    assert kinds == ["table_opened", "daemon_started"]


def test_a_table_that_is_stopped_between_two_days_stops(
    tmp_path: Path, bus: BusServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = days_of(tmp_path, bus)

    def close_day(*_given: object) -> None:
        days.stop()

    monkeypatch.setattr(ENDED, lambda *_given: True)
    monkeypatch.setattr("controller.cli.table_days.close_day", close_day)
    days.serve()
