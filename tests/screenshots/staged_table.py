"""An emulated table played quickly to an interesting state, then slowly for the pictures."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from config.table import TABLES
from controller.bus.client import AnswersClient, DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.endpoints import SocketDirectoryError
from controller.facts.board import Board
from controller.facts.roles import DEMONSTRATION_TECHNICIAN
from controller.families.tables import load_table
from controller.web.page_keys import PAD_VARIABLE, new_key
from tests.loopback import free_port

QUICK, SLOW = "150", "1"
PATIENCE_S = 240.0
Wish = Callable[[Board], bool]


class StagingError(Exception):
    """A table does not come to the state that is to be shown."""


class StagedTable:
    """The processes of one emulated table."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        # The desk inherits it, and the pad's address has it.
        os.environ.setdefault(PAD_VARIABLE, new_key())
        self.port, self.desk_port = free_port(), free_port()
        self._run = folder / "run"
        self._desk = AnswersClient(self._run, timeout_s=2.0)
        file = folder / "table.toml"
        text = (TABLES / f"emulated-{name}.toml").read_text()
        text = re.sub(r"port = \d+", f"port = {self.port}", text)
        file.write_text(f"{text}\n[desk]\nport = {self.desk_port}\n")
        self._places = ["--table", str(file), "--run-dir", str(self._run)]
        self._state = ["--state-dir", str(folder / "state")]
        devices = load_table(file).table.devices
        # Keys on a web page have no driver: the desk speaks for them.
        self._drivers = [name for name, entry in devices.items() if entry.source != "web"]
        self._parts: list[subprocess.Popen[bytes]] = []
        self._emulators: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start everything but the play."""
        self._start("daemon", *self._places, *self._state)
        for driver in self._drivers:
            self._start("driver", driver, *self._places)
        self._start("scoreboard", *self._places)
        self._start("desk", *self._places)

    def play(self, pace: str) -> None:
        """Let the emulated dealer play at this pace from now on."""
        self._end(self._emulators)
        self._emulators = self._start("emulate", *self._places, "--pace", pace)

    def calm(self) -> None:
        """See to the alarms that the staging itself has raised, as staff would."""
        board = self.board()
        raised = board.alarms.alarms if board is not None and board.alarms is not None else ()
        desk = DeskClient(self._run)
        desk.log_in(DEMONSTRATION_TECHNICIAN.person, DEMONSTRATION_TECHNICIAN.pin, "screenshots")
        for alarm in raised:
            with suppress(DeskError):
                desk.acknowledge(alarm.number)

    def wait_for(self, wish: Wish, what: str) -> Board:
        """Wait until the table is in a state."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            board = self.board()
            if board is not None and board.hold is None and wish(board):
                return board
            time.sleep(0.05)
        raise StagingError(f"{self.name}: waited {PATIENCE_S:.0f} s in vain for {what}")

    def board(self) -> Board | None:
        """The picture of the table, if anyone answers."""
        try:
            return self._desk.board()
        except (DeskError, SocketDirectoryError):
            return None

    def stop(self) -> None:
        """End every process, the last one first."""
        for part in reversed(self._parts):
            self._end(part)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "controller", *arguments]
        part = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._parts.append(part)
        return part

    def _end(self, part: subprocess.Popen[bytes] | None) -> None:
        if part is not None and part.poll() is None:
            part.send_signal(signal.SIGTERM)
            try:
                part.wait(10)
            except subprocess.TimeoutExpired:
                part.kill()
                part.wait()
