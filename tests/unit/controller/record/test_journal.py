import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller.facts.events import CutCardDrawn
from controller.record.connection import connected
from controller.record.journal import Journal
from controller.record.rescue import open_proved
from controller.record.row import JournalDamagedError, JournalError, Row, event_row
from tests.unit.controller.sample_record import a_decision, an_event, found, numbers, tamper

NOBODY = 65534


# Appending and reading


def test_numbers_rows_from_one_without_holes(journal: Journal) -> None:
    assert numbers(journal.append([an_event(1), a_decision()])) == [1, 2]
    assert numbers(journal.append([])) == []
    assert numbers(journal.append([an_event(2)])) == [3]
    assert [row.number for row in journal.rows()] == [1, 2, 3]
    assert journal.last_number == 3


def test_goes_on_where_it_stopped_after_reopening(path: Path) -> None:
    for sequence in (1, 2, 3):
        with Journal.open(path) as journal:
            assert numbers(journal.append([an_event(sequence)])) == [sequence]
    assert found(path) == []


def test_a_record_whose_end_cannot_be_read_is_left_closed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []

    def connect(place: Path, mode: str) -> sqlite3.Connection:
        opened.append(connected(place, mode))
        return opened[-1]

    def damaged(_journal: Journal) -> bytes:
        raise JournalDamagedError("record: no end")

    monkeypatch.setattr(Journal, "_read_head", damaged)
    with pytest.raises(JournalDamagedError):
        Journal.open(path, connect)
    with pytest.raises(sqlite3.ProgrammingError):
        opened[-1].execute("SELECT 1")


def test_gives_back_rows_as_they_were_appended(journal: Journal) -> None:
    drafts = [an_event(1), a_decision(), event_row(5, "floor", CutCardDrawn())]
    journal.append(drafts)
    assert [row._replace(number=0, hash=b"") for row in journal.rows()] == drafts


def test_reads_a_range_across_pages(journal: Journal) -> None:
    journal.append([an_event(sequence) for sequence in range(1, 2502)])
    assert [row.number for row in journal.rows(after=990, limit=1020)] == list(range(991, 2011))
    assert [row.number for row in journal.rows(after=2500)] == [2501]
    assert len(list(journal.rows(limit=1000))) == 1000
    assert list(journal.rows(limit=0)) == []


def test_events_leave_decisions_out(journal: Journal) -> None:
    journal.append([an_event(7), a_decision(), an_event(8)])
    body = CutCardDrawn().model_dump_json().encode()
    assert list(journal.events(after=1)) == [(3, "shoe-1", 3, 8, body)]


@pytest.mark.parametrize(
    "row",
    [
        an_event(2**63),
        an_event(1)._replace(source="\udcff"),
        an_event(1)._replace(number=7),
        an_event(1)._replace(hash=bytes(32)),
    ],
)
def test_refuses_a_row_that_does_not_fit_and_stays_usable(journal: Journal, row: Row) -> None:
    with pytest.raises(JournalError, match="; "):
        journal.append([an_event(1), row])
    assert numbers(journal.append([an_event(1)])) == [1]
    assert journal.verify() == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = x'00' WHERE number = 2",
        "DELETE FROM entry WHERE number = 2",
        "INSERT OR REPLACE INTO entry SELECT number, 0, source, 0, 0, part, body, hash"
        " FROM entry WHERE number = 2",
        "INSERT INTO entry SELECT 99, 0, source, 0, 0, part, body, hash FROM entry LIMIT 1",
    ],
)
def test_the_file_itself_refuses_changes(ten_rows: Path, statement: str) -> None:
    refused = pytest.raises(sqlite3.IntegrityError, match="rows of the record are")
    with closing(sqlite3.connect(ten_rows)) as connection, refused:
        connection.execute(statement)
    assert found(ten_rows) == []


def test_commits_survive_power_loss_by_configuration(journal: Journal) -> None:
    [(mode,)] = journal._connection.execute("PRAGMA journal_mode")
    [(synchronous,)] = journal._connection.execute("PRAGMA synchronous")
    assert (mode, synchronous) == ("wal", 2)


# Opening


def test_refuses_a_second_writer_and_names_the_lock(journal: Journal, path: Path) -> None:
    expected = rf"{path}\.lock is locked by process {os.getpid()}; stop that process"
    with pytest.raises(JournalError, match=expected):
        Journal.open(path)
    journal.append([an_event(1)])
    journal.close()
    Journal.open(path).close()


def test_another_name_of_the_file_does_not_get_round_the_lock(journal: Journal) -> None:
    other = journal.path.with_name("other.sqlite")
    other.symlink_to(journal.path)
    with pytest.raises(JournalError, match="already has a writer"):
        Journal.open(other)


def test_reads_while_the_writer_goes_on(journal: Journal, path: Path) -> None:
    journal.append([an_event(1)])
    with Journal.open_for_reading(path) as reader:
        journal.append([an_event(2)])
        assert reader.last_number == 2
        assert reader.verify() == []
        with pytest.raises(JournalError, match="open for reading only"):
            reader.append([an_event(3)])


def test_refuses_a_missing_directory(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"no directory .*gone; create it"):
        Journal.open(tmp_path / "gone" / "journal.sqlite")


def test_refuses_a_directory_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"no directory .*file; create it"):
        Journal.open(tmp_path / "file" / "journal.sqlite")


def test_refuses_to_read_what_is_not_there(path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no .*; name a journal that exists"):
        Journal.open_for_reading(path)
    assert not path.exists()


def test_refuses_a_directory_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a directory; name a file in it"):
        Journal.open(tmp_path)


def a_text_file(path: Path) -> None:
    path.write_text("not a database " * 100)


def a_foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE entry (number)")


@pytest.mark.parametrize("opened", [Journal.open, Journal.open_for_reading])
@pytest.mark.parametrize("write", [a_text_file, a_foreign_database])
def test_refuses_a_file_that_is_no_journal_and_leaves_it_alone(
    path: Path, write: Callable[[Path], None], opened: Callable[[Path], Journal]
) -> None:
    write(path)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is not a journal; name a journal"):
        opened(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opened", [Journal.open, Journal.open_for_reading])
def test_refuses_a_newer_schema(ten_rows: Path, opened: Callable[[Path], Journal]) -> None:
    tamper(ten_rows, "PRAGMA user_version = 3")
    with pytest.raises(JournalError, match="has schema 3, this version knows 2; update underfelt"):
        opened(ten_rows)


def test_a_record_of_an_earlier_schema_is_told_as_such_and_left_alone(ten_rows: Path) -> None:
    tamper(ten_rows, "PRAGMA user_version = 1")
    before = ten_rows.read_bytes()
    with pytest.raises(JournalError, match="has schema 1, of an earlier underfelt") as refused:
        open_proved(ten_rows, "any")
    assert not isinstance(refused.value, JournalDamagedError)
    assert ten_rows.read_bytes() == before


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal.open(path) as journal:
        assert numbers(journal.append([an_event(1)])) == [1]


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    # Not tmp_path: its parents are closed to every user but the one who runs the tests.
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Make the folder read-only, and stop being root while it is."""
    root = os.geteuid() == 0
    folder.chmod(0o555)
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


def test_refuses_a_read_only_directory(shared_folder: Path) -> None:
    expected = rf"cannot write under {shared_folder} \(Permission denied\); give .* write access"
    with write_protected(shared_folder), pytest.raises(JournalError, match=expected):
        Journal.open(shared_folder / "journal.sqlite")


def test_reads_a_journal_on_write_protected_media(shared_folder: Path) -> None:
    with Journal.open(shared_folder / "journal.sqlite") as journal:
        journal.append([an_event(1)])
    with write_protected(shared_folder):
        assert found(shared_folder / "journal.sqlite") == []


def test_refuses_to_write_a_write_protected_file(shared_folder: Path) -> None:
    path = shared_folder / "journal.sqlite"
    Journal.open(path).close()
    path.chmod(0o444)
    path.with_name("journal.sqlite.lock").chmod(0o666)
    expected = "write-protected; open it for writing, as a user who may"
    with write_protected(shared_folder), pytest.raises(JournalError, match=expected):
        Journal.open(path)


# Trouble while writing


@contextmanager
def no_file_may_grow_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def wal_size(path: Path) -> int:
    return path.with_name(path.name + "-wal").stat().st_size


@pytest.mark.parametrize("room", [0, 1, 5000, 20000])
def test_a_failed_write_changes_nothing_and_the_next_one_works(
    journal: Journal, path: Path, room: int
) -> None:
    journal.append([an_event(1), a_decision()])
    head = journal.head()
    batch = [an_event(sequence) for sequence in range(2, 500)]
    with no_file_may_grow_beyond(wal_size(path) + room):
        for _ in range(2):
            with pytest.raises(JournalError, match=r"cannot read or write .*; check the disk"):
                journal.append(batch)
            assert journal.head() == head
    assert numbers(journal.append(batch)) == list(range(3, 501))
    assert journal.verify() == []
    journal.close()
    assert found(path) == []


def test_a_full_disk_is_named_and_survived(journal: Journal, path: Path) -> None:
    journal.append([an_event(1)])
    # The journal's own connection: SQLite keeps this limit per connection, not in the file.
    journal._connection.execute("PRAGMA max_page_count = 1")
    batch = [an_event(sequence) for sequence in range(2, 500)]
    with pytest.raises(JournalError, match=f"record: disk full; free space under {path.parent}"):
        journal.append(batch)
    with pytest.raises(JournalError, match="disk full"):
        journal.save_checkpoint(1, "1", bytes(100_000))
    assert journal.last_number == 1
    journal._connection.execute("PRAGMA max_page_count = 1000000")
    assert numbers(journal.append(batch)) == list(range(2, 500))
    assert journal.verify() == []


def test_says_when_another_program_wrote_to_the_record(journal: Journal, path: Path) -> None:
    journal.append([an_event(1)])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO entry SELECT 2, at_ms, source, boot, 2, part, body, hash FROM entry"
        )
    with pytest.raises(JournalError, match="let no other program write to the record"):
        journal.append([an_event(3)])


APPEND_FOREVER = """
import sys
from pathlib import Path
from controller.facts.events import CutCardDrawn
from controller.record.journal import Journal
from tests.unit.controller.sample_record import a_decision, an_event, found, tamper
from controller.record.row import event_row

journal = Journal.open(Path(sys.argv[1]))
while True:
    start = journal.last_number
    rows = [event_row(0, "shoe-1", CutCardDrawn(), 1, start + step) for step in (1, 2, 3)]
    print(journal.append(rows)[-1].number, flush=True)
"""


def test_no_reported_commit_is_lost_when_the_writer_is_killed(path: Path) -> None:
    lengths = random.Random(5)
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", APPEND_FOREVER, str(path)],
            cwd=Path(__file__).parents[4],
            stdout=subprocess.PIPE,
        ) as writer:
            assert writer.stdout is not None
            told = [writer.stdout.readline() for _ in range(lengths.randrange(1, 300))]
            writer.send_signal(signal.SIGKILL)
            told += writer.stdout
        # A last line without its end was cut by the kill: not a whole report.
        assert_holds_everything_up_to(int(b"".join(told).split(b"\n")[-2]), path)


def assert_holds_everything_up_to(reported: int, path: Path) -> None:
    with Journal.open_for_reading(path) as journal:
        assert journal.verify() == []
        sequences = [sequence for _, _, _, sequence, _ in journal.events()]
    assert len(sequences) >= reported
    assert len(sequences) % 3 == 0
    assert sequences == list(range(1, len(sequences) + 1))


# Checkpoints


def test_keeps_one_checkpoint_for_each_version(journal: Journal) -> None:
    journal.append([an_event(sequence) for sequence in range(1, 6)])
    journal.save_checkpoint(2, "1", b"two")
    journal.save_checkpoint(5, "1", b"five")
    journal.save_checkpoint(4, "2", b"four")
    assert journal.latest_checkpoint("1") == (5, b"five")
    assert journal.latest_checkpoint("2") == (4, b"four")
    assert journal.latest_checkpoint("3") is None
    assert journal.verify() == []


def test_refuses_a_checkpoint_ahead_of_the_record(journal: Journal) -> None:
    with pytest.raises(JournalError, match=r"no row 1 to save a checkpoint for.*append the rows"):
        journal.save_checkpoint(1, "1", b"")


def test_never_starts_from_a_checkpoint_ahead_of_the_record(ten_rows: Path) -> None:
    with Journal.open(ten_rows) as journal:
        journal.save_checkpoint(10, "1", b"state")
    tamper(ten_rows, "DELETE FROM entry WHERE number > 8")
    with Journal.open(ten_rows) as journal:
        assert journal.latest_checkpoint("1") is None


@pytest.mark.parametrize("statement", ["DELETE FROM checkpoint", "DROP TABLE checkpoint"])
def test_checkpoints_may_be_deleted_at_any_time(ten_rows: Path, statement: str) -> None:
    with Journal.open(ten_rows) as journal:
        journal.save_checkpoint(10, "1", b"state")
    with closing(sqlite3.connect(ten_rows, isolation_level=None)) as connection:
        connection.execute(statement)
    assert found(ten_rows) == []
    with Journal.open(ten_rows) as journal:
        assert journal.latest_checkpoint("1") is None
        journal.save_checkpoint(10, "1", b"again")
