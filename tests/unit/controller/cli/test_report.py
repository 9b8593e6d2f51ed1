"""`underfelt report shift` on a record that the real core decided."""

import json
from pathlib import Path

import pytest

from config.table import TABLES
from controller.daemon.keeper import Arrival, TableKeeper
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from tests.command import Done, underfelt

EVENTS = 400


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shift of baccarat with cards that could not be read, two seconds an event."""
    folder = tmp_path_factory.mktemp("shift")
    rules = rules_of(load_table(TABLES / "emulated-baccarat.toml"))
    hands = SimulatedHands(5, rules.game.cards.decks[1])
    injector = FaultInjector(("unreadable-card",), seed=5, rate=0.05)
    clock = iter(range(1_790_000_000_000, 2_000_000_000_000, 2_000))
    with Journal.open(folder / "journal.sqlite") as journal:
        keeper = TableKeeper(rules, journal, clock_ms=lambda: next(clock))
        for _ in range(EVENTS):
            state = keeper.state
            event = rule_on(state) if state.hold else injector.strike(state)
            keeper.admit([Arrival("shoe-1", event or hands.next_event(state))])
    return folder


def report(record: Path, *options: object) -> Done:
    given = map(str, (record, "--since", "2026-01-01", *options))
    return underfelt("report", "shift", *given)


def test_a_shift_is_told_in_sentences_and_tables(record: Path) -> None:
    done = report(record)
    assert done.returncode == 0
    assert "an hour while there was play" in done.stdout
    assert "The shoe could not read that card." in done.stdout


def test_a_shift_is_told_as_json_and_for_a_spreadsheet(record: Path) -> None:
    told = json.loads(report(record, "--json").stdout)
    assert told["tempo"]["rounds"] > 5
    assert told["irregularities"][0]["device"] == "shoe-1"
    sheet = report(record, "--csv").stdout
    lines = sheet.splitlines()
    assert lines[lines.index("Irregularities") + 1] == "cause,dealer,device,count"


def test_a_shift_is_a_page_in_the_language_asked_for(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "shift.html"
    assert report(record, "--html", page, "--lang", "vi").returncode == 0
    assert "Báo cáo ca" in page.read_text()


def test_an_end_before_the_beginning_is_refused(record: Path) -> None:
    done = report(record, "--until", "2025-01-01")
    assert done.returncode == 2
    assert "--until is not after --since" in done.stderr
