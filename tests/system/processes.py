"""Real processes of a real table for tests: start them, kill them, read what they wrote."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

import pytest

from config.table import TABLES
from controller.bus.client import AnswersClient, DeskError, FeedClient
from controller.bus.desk_client import DeskClient
from controller.bus.endpoints import SocketDirectoryError
from controller.facts.board import Board
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.record.journal import EventRow, Journal
from controller.record.row import JournalError
from tests.command import Done, underfelt
from tests.loopback import free_port

GAMES = ("baccarat", "three-card", "fortune")
# The others behave alike and take long: `make soak` has them.
ONE_GAME = ("baccarat", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:]))
# Ends only a wait in vain: a busy machine takes a minute for what takes a second.
PATIENCE_S = 120.0
# Between two looks: short at first, then longer, for who looks all the time slows what it awaits.
FIRST_PAUSE_S, LAST_PAUSE_S = 0.01, 0.1
OWN_STARTS = (b'{"kind":"table_opened"', b'{"kind":"daemon_started"')
Found = TypeVar("Found")


def until(look: Callable[[], Found | None], what: str, patience_s: float = PATIENCE_S) -> Found:
    """Look again and again until there is something to see."""
    deadline = time.monotonic() + patience_s
    pause_s = FIRST_PAUSE_S
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(pause_s)
        pause_s = min(1.3 * pause_s, LAST_PAUSE_S)
    raise AssertionError(f"waited {patience_s:.0f} s in vain for {what}")


class OurProcess:
    """One of our commands as a process; what it says goes to files beside the table."""

    def __init__(
        self,
        folder: Path,
        arguments: tuple[str, ...],
        prepare: Callable[[], None] | None = None,
        program: tuple[str, str] = ("-m", "controller"),
        environ: Mapping[str, str] | None = None,
    ) -> None:
        number = len(list(folder.glob("*.out")))
        self._out = folder / f"{number}-{arguments[0]}.out"
        self._err = self._out.with_suffix(".err")
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, *program, *arguments],
                stdout=out,
                stderr=err,
                preexec_fn=prepare,
                env=None if environ is None else {**os.environ, **environ},
            )
        self.pid = self._process.pid

    @property
    def output(self) -> str:
        return self._out.read_text()

    @property
    def errors(self) -> str:
        return self._err.read_text()

    @property
    def said(self) -> list[str]:
        """What a run said while its table played, without the time of day."""
        lines = self.output.splitlines()
        return [line[10:] for line in lines if re.match(r"\d\d:\d\d:\d\d  ", line)]

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait(self, patience_s: float = PATIENCE_S) -> int:
        return self._process.wait(patience_s)

    def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Send a signal and wait for the end."""
        self.send(number)
        return self.wait()


class TableOnTrial:
    """A table file with a free port, and directories short enough for sockets."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.run = folder / "run"
        self.file = folder / "table.toml"
        self.port = free_port()
        self.environ: Mapping[str, str] | None = None
        self.started: list[OurProcess] = []
        self.on_close: list[Callable[[], None]] = []
        self._closed = 0
        self._counted = 0
        text = (TABLES / f"emulated-{game}.toml").read_text()
        self.desk_port = free_port()
        text = re.sub(r"port = \d+", f"port = {self.port}", text)
        self.file.write_text(f"{text}\n[desk]\nport = {self.desk_port}\n")

    def feed(self) -> FeedClient:
        """A subscriber of every row, that leaves with the table."""
        client = FeedClient(self.run, guarded=True)
        self.on_close.append(client.close)
        return client

    def edit(self, old: str, new: str) -> None:
        """Change the table file."""
        text = self.file.read_text()
        assert old in text
        self.file.write_text(text.replace(old, new))

    def start(self, *arguments: str, prepare: Callable[[], None] | None = None) -> OurProcess:
        """Start any of our commands."""
        process = OurProcess(self.folder, arguments, prepare, environ=self.environ)
        self.started.append(process)
        return self.started[-1]

    def start_code(self, code: str, *arguments: str) -> OurProcess:
        """Start our code with what no command offers; the first argument is its name."""
        self.started.append(OurProcess(self.folder, arguments, program=("-c", code)))
        return self.started[-1]

    def start_run(self, *options: str) -> OurProcess:
        """Start the whole table under its own supervisor."""
        return self.start("run", *self._table, "--state-dir", str(self.state), *options)

    def ask_run(self, *options: str) -> Done:
        """Try to start a whole table that is refused before anything starts."""
        return self.ask("run", *self._table, "--state-dir", str(self.state), *options)

    def start_daemon(self, prepare: Callable[[], None] | None = None) -> OurProcess:
        """Start the rules daemon alone."""
        return self.start("daemon", *self._table, "--state-dir", str(self.state), prepare=prepare)

    def start_part(self, *arguments: str) -> OurProcess:
        """Start another part of the table: a driver, or the emulators."""
        return self.start(*arguments, *self._table)

    def ask(self, *arguments: str) -> Done:
        """Run one of our commands to its end; its start as a process has tests of its own."""
        return underfelt(*arguments)

    def ask_apart(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of our commands to its end, in a process that knows nothing of ours."""
        return subprocess.run(
            [sys.executable, "-m", "controller", *arguments],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )

    @property
    def _table(self) -> tuple[str, ...]:
        return ("--table", str(self.file), "--run-dir", str(self.run))

    @property
    def answers(self) -> AnswersClient:
        """Whom everybody may ask how the table stands."""
        return AnswersClient(self.run, timeout_s=2.0)

    def desk(self) -> DeskClient:
        """The desk, with the demonstration's floor logged in."""
        desk = DeskClient(self.run, timeout_s=2.0)
        desk.log_in(DEMONSTRATION_FLOOR.person, DEMONSTRATION_FLOOR.pin, "test")
        return desk

    def board(self) -> Board | None:
        """The picture of the table, if anyone answers."""
        try:
            return self.answers.board()
        except (DeskError, SocketDirectoryError):
            return None

    def wait_for_board(self) -> Board:
        """Wait until the daemon answers."""
        return until(self.board, "a board")

    def wait_for_rounds(self, rounds: int) -> None:
        """Wait until so many rounds are closed in the record."""
        until(lambda: self.rounds() >= rounds, f"{rounds} rounds")

    def rounds(self) -> int:
        """How many rounds the record has closed; of a record that grows only the new is read."""
        try:
            with self.journal() as journal:
                if journal.last_number < self._counted:
                    self._counted = self._closed = 0
                for row in journal.rows(after=self._counted):
                    self._closed += b'"kind":"round_closed"' in row.body
                    self._counted = row.number
        except JournalError:
            return 0
        return self._closed

    def events(self) -> list[EventRow]:
        """The events of the record."""
        with self.journal() as journal:
            return list(journal.events())

    def happened(self) -> list[EventRow]:
        """The events of the record without the table's opening and the daemon's starts."""
        return [row for row in self.events() if not row[-1].startswith(OWN_STARTS)]

    def decisions(self) -> list[bytes]:
        """The decisions of the record, as their bytes."""
        try:
            with self.journal() as journal:
                return [row.body for row in journal.rows() if row.part == "decision"]
        except JournalError:
            return []

    def journal(self) -> Journal:
        return Journal.open_for_reading(self.state / "journal.sqlite")

    def close(self) -> None:
        """Leave the bus and end whatever still runs, also after a test that failed half-way."""
        for leave in self.on_close:
            leave()
        for process in self.started:
            if process.is_running:
                process.end()
        # Parts of a supervisor that was killed end by themselves, and write until then.
        until(lambda: not processes_naming(str(self.file)), "the end of every part")


@contextmanager
def trial_tables() -> Iterator[Callable[[str], TableOnTrial]]:
    """Tables of any game; all they started is gone at the end."""
    with ExitStack() as stack:

        def make(game: str = "baccarat") -> TableOnTrial:
            table = TableOnTrial(Path(stack.enter_context(short_folder())), game)
            stack.callback(table.close)
            return table

        yield make


def short_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder whose sockets stay within the kernel's limit."""
    return tempfile.TemporaryDirectory(prefix="uf-")


def processes_naming(text: str) -> dict[int, str]:
    """Every process whose command line holds a text, as its words after `-m controller`."""
    return {pid: line for pid, line in _command_lines() if text in line}


def part_of(table: TableOnTrial, part: str) -> int | None:
    """The process of one part of a supervised table: `daemon`, `emulate`, `driver shoe-1`."""
    found = processes_naming(str(table.file))
    return next((pid for pid, line in found.items() if f"controller {part} " in line), None)


def parts_under(supervisor: int) -> dict[str, int]:
    """The processes a supervisor started, by their parts: no look at everybody else's."""
    found: dict[str, int] = {}
    for pid in _children(supervisor):
        with suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            # After python, -m and controller; whoever is gone has no words left.
            found[" ".join(takewhile(lambda word: not word.startswith("-"), words[3:]))] = pid
    return found


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _command_lines() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            # A zombie has no command line to show, and nothing left to do.
            if state != "Z":
                yield int(entry.name), b" ".join(words).decode(errors="replace")
