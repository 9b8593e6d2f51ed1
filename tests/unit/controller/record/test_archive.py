"""The files of a record: closed, continued, copied, proved across, and kept by a rule."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.main import cli
from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.sealer import Sealer
from controller.facts.events import FloorCalled, TableOpened
from controller.record.archive import NEXT, YEAR_MS, breaks, close_file, expired
from controller.record.journal import Journal
from controller.record.proving import problems_of
from controller.record.rescue import open_proved
from controller.record.row import JournalError, event_of
from controller.record.shelf import closed_files
from controller.table.state import Rules
from tests.unit.controller.record.sealed_record import (
    TABLE,
    grow,
    sealed,
    vouch,
    witness_folder,
)
from tests.unit.controller.record.test_auditor import run as run_auditor
from tests.unit.controller.sample_record import an_event, tamper


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["journal", *map(str, arguments)])


@pytest.fixture
def two_files(path: Path) -> Path:
    """A closed file of six rows, and four rows in the one that continues it."""
    with sealed(path) as seal:
        grow(seal, 3)
        vouch(seal, witness_folder(path))
    close_file(path, TABLE)
    with sealed(path) as seal:
        grow(seal, 2)
    return path


def test_a_closed_file_is_named_by_its_rows_and_cannot_be_written(two_files: Path) -> None:
    (closed,) = closed_files(two_files.parent)
    assert closed.name == "journal-0000000001-0000000006.sqlite"
    assert closed.stat().st_mode & 0o222 == 0


def test_the_next_file_continues_numbers_chain_and_tree(two_files: Path) -> None:
    with Journal.open_for_reading(two_files) as journal:
        assert [row.number for row in journal.rows()] == [7, 8, 9, 10]
        assert problems_of(journal) == []
        number = journal.last_number
    assert list(breaks(two_files)) == []
    whole = run("verify", two_files.parent)
    assert (whole.exit_code, number) == (0, 10)


def test_an_empty_file_is_not_closed(path: Path) -> None:
    with pytest.raises(JournalError, match="nothing to close"):
        close_file(path, TABLE)


def test_a_witness_vouches_across_files(two_files: Path) -> None:
    with sealed(two_files) as seal:
        vouch(seal, two_files.parent / "stick")
        assert seal.journal.last_number == 10


def test_the_auditors_tool_walks_all_files(two_files: Path) -> None:
    folder = two_files.parent
    files = [*closed_files(folder), two_files]
    notes = [file.with_suffix(".notes") for file in files]
    code, text = run_auditor(*files, "--notes", *notes, "--key", folder / "table.pub")
    assert (code, text) == (0, "10 rows fit 3 notes; unwitnessed: the last 10 (never seen)\n")


def test_a_file_that_was_exchanged_does_not_continue(two_files: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "journal.sqlite"
    other.parent.mkdir()
    with sealed(other) as seal:
        seal.journal.append([an_event(99)])
        grow(seal, 2)
    closed = close_file(other, TABLE)
    (ours,) = closed_files(two_files.parent)
    ours.unlink()
    shutil.copy(closed, ours.with_name(closed.name))
    assert [problem.kind for problem in breaks(two_files)] == ["removed"]
    assert run("verify", two_files.parent).exit_code == 1


def test_a_changed_row_of_a_closed_file_is_named_with_its_file(two_files: Path) -> None:
    (closed,) = closed_files(two_files.parent)
    closed.chmod(0o644)
    tamper(closed, "UPDATE entry SET at_ms = 1 WHERE number = 4")
    verdict = run("verify", two_files.parent)
    assert verdict.exit_code == 1
    assert verdict.output.startswith("journal-0000000001-0000000006.sqlite: row 4: changed")


def test_a_beginning_that_was_changed_is_damage_and_the_closed_file_knows_better(
    two_files: Path,
) -> None:
    tamper(two_files, "UPDATE beginning SET hash = zeroblob(32)")
    with Journal.open_for_reading(two_files) as journal:
        assert [problem.kind for problem in problems_of(journal)] == ["damaged"]
    journal, damage = open_proved(two_files, "1")
    with journal:
        assert damage is not None
        assert (journal.beginning.number, damage.row) == (6, 7)


def test_power_that_goes_while_a_file_is_closed_loses_nothing(two_files: Path) -> None:
    two_files.rename(two_files.with_name(two_files.name + NEXT))
    journal, damage = open_proved(two_files, "1")
    with journal:
        assert (damage, journal.last_number) == (None, 10)


def test_a_new_record_beside_closed_files_is_missed(baccarat_rules: Rules, two_files: Path) -> None:
    for file in two_files.parent.glob("journal.*"):
        file.unlink()
    with sealed(two_files) as seal:
        sealer = Sealer(seal)
        (found,) = sealer.remembered()
        assert (found.witness, found.size) == ("journal-0000000001-0000000006.sqlite", 6)
        keeper = TableKeeper(baccarat_rules, seal.journal, contradictions=[found])
        assert keeper.state.hold is not None


def test_a_day_is_closed_and_the_next_opens_anew_without_doubling(
    baccarat_rules: Rules, path: Path
) -> None:
    last = Arrival("shoe-1", FloorCalled(), 3, 1)
    with Journal.open(path) as journal:
        TableKeeper(baccarat_rules, journal).admit([last])
    close_file(path, TABLE)
    with Journal.open(path) as journal:
        keeper = TableKeeper(baccarat_rules, journal)
        assert keeper.admit([last]).rows == ()
        events = [event_of(body) for *_, body in journal.events()]
        assert [type(event) for event in events] == [TableOpened]


def test_archive_closes_copies_and_checks(path: Path, tmp_path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 3)
    away = tmp_path / "away"
    done = run("archive", path.parent, "--to", away, "--table", TABLE)
    name = "journal-0000000001-0000000006.sqlite"
    assert done.output == f"{away / name}: rows 1 to 6, copied and checked\n"
    assert run("verify", away / name).exit_code == 0


def test_backup_copies_a_running_record_whole(path: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    with sealed(path) as seal:
        grow(seal, 3)
        done = run("backup", path.parent, "--to", away)
    assert done.output == f"{away / path.name}: rows 1 to 6, copied and checked\n"
    assert run("verify", away).exit_code == 0


def test_a_rule_names_what_is_older(two_files: Path) -> None:
    (closed,) = closed_files(two_files.parent)
    assert expired(two_files.parent, 5, 1000 + 5 * YEAR_MS) == []
    assert expired(two_files.parent, 5, 2000 + 5 * YEAR_MS) == [closed]
    listed = run("expired", two_files.parent, "--rule", "seven-years")
    assert listed.output == f"{closed}\n"


def test_a_copy_is_as_private_as_the_record(two_files: Path, tmp_path: Path) -> None:
    two_files.chmod(0o600)
    assert run("backup", two_files.parent, "--to", tmp_path / "stick").exit_code == 0
    assert (tmp_path / "stick" / two_files.name).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("command", ["backup", "archive"])
def test_a_folder_that_cannot_be_written_is_one_line(
    two_files: Path, tmp_path: Path, command: str
) -> None:
    (tmp_path / "file").touch()
    table = ("--table", TABLE) if command == "archive" else ()
    result = run(command, two_files.parent, "--to", tmp_path / "file" / "folder", *table)
    assert result.exit_code == 2
    assert result.output.startswith("error: cannot copy to ")
    assert result.output.endswith("choose another folder with --to\n")
