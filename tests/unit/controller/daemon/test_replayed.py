"""A record replayed against itself."""

from pathlib import Path

from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.replayed import replayed
from controller.facts.events import BankAccepted, FloorCalled, ShoeLoaded
from controller.record.journal import Journal
from controller.table.state import Rules
from tests.unit.controller.sample_record import tamper

PLAYED = (ShoeLoaded(decks=8), BankAccepted(), FloorCalled())


def keep(rules: Rules, path: Path) -> None:
    with Journal.open(path) as journal:
        TableKeeper(rules, journal).admit([Arrival("pad-1", event) for event in PLAYED])


def disagreeing(rules: Rules, path: Path) -> list[int]:
    with Journal.open_for_reading(path) as journal:
        return [each.row for each in replayed(rules, journal.rows()) if not each.agrees]


def test_a_record_agrees_with_the_rules_it_was_kept_by(baccarat_rules: Rules, path: Path) -> None:
    keep(baccarat_rules, path)
    assert disagreeing(baccarat_rules, path) == []


def test_a_decision_that_was_changed_is_named_by_its_event(
    baccarat_rules: Rules, path: Path
) -> None:
    keep(baccarat_rules, path)
    tamper(
        path,
        "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), ':1}', ':2}') AS BLOB)"
        " WHERE CAST(body AS TEXT) LIKE '%bank_placed%'",
    )
    with Journal.open_for_reading(path) as journal:
        placed = [row.number for row in journal.rows() if b"bank_accepted" in row.body]
    assert disagreeing(baccarat_rules, path) == placed


def test_what_was_recorded_under_other_rules_is_passed_over(
    baccarat_rules: Rules, fortune_rules: Rules, path: Path
) -> None:
    keep(fortune_rules, path)
    keep(baccarat_rules, path)
    with Journal.open_for_reading(path) as journal:
        found = list(replayed(baccarat_rules, journal.rows()))
    assert any(each.is_foreign for each in found)
    assert all(each.agrees for each in found)
    assert not found[-1].is_foreign
