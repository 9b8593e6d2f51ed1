"""The table of a virtual machine: its devices and its people are on the host."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from config.table import DEFAULT_TABLE
from controller.bus.client import AnswersClient, DeskError
from controller.bus.endpoints import SocketDirectoryError
from controller.facts.board import Board
from controller.facts.roles import DEMONSTRATION_FLOOR
from tests.virtual_pi.switched import PATIENCE_S, Switched

TABLE: Final = "rig"
DEVICES: Final = {"shoe-1": "shoe", "pad-1": "entry-pad", "lamps-1": "lamps"}
INSTALL: Final = "/opt/underfelt/bin/underfelt-install"
EMULATED: Final = 'source = "emulated"'


class TableOnCard:
    """Writes both table files, keeps the devices through power cuts, asks how it stands."""

    def __init__(self, folder: Path, pace: float) -> None:
        self.folder, self._pace = folder, pace
        self.run, self.truth = folder / "run", folder / "truth.jsonl"
        # What devices did while nobody dealt; the record may have it.
        self.tried = folder / "tried.jsonl"
        self.run.mkdir()
        own = f'id = "{TABLE}"'
        self._text = DEFAULT_TABLE.read_text().replace('id = "emulated-baccarat"', own)
        (folder / "emulated.toml").write_text(self._text)
        self._hands: subprocess.Popen[bytes] | None = None

    def set_up(self, machine: Switched) -> None:
        """Give the card its table file and its floor person, as a technician would."""
        text = self._text
        for device in DEVICES:
            text = text.replace(EMULATED, machine.entry(device), 1)
        shell = machine.shell
        shell.write("/run/table.toml", text.encode(), PATIENCE_S)
        asked = f"{INSTALL} --no-screen --patience {PATIENCE_S:.0f} --table /run/table.toml"
        shell.must(asked, 2 * PATIENCE_S)
        name, role, pin = DEMONSTRATION_FLOOR
        added = f"underfelt staff add '{name}' --role {role} --by root --emergency"
        shell.must(f"UNDERFELT_NEW_PIN={pin} {added}", PATIENCE_S)

    def start_hands(self, deals: bool = True) -> None:
        """Devices, and a house dealer at them; they outlive the machine."""
        words = ["nice", "-n", "5", sys.executable, "-m", "controller", "emulate"]
        words += ["--table", str(self.folder / "emulated.toml"), "--run-dir", str(self.run)]
        words += ["--truth", str(self.truth if deals else self.tried)]
        words += ["--pace", str(self._pace)] if deals else ["--no-dealer"]
        with (self.folder / "hands.log").open("ab") as log:
            self._hands = subprocess.Popen(words, stdout=log, stderr=log)

    def board(self) -> Board | None:
        """How the table stands, if it answers."""
        try:
            return AnswersClient(self.run, timeout_s=5.0).board()
        except (DeskError, SocketDirectoryError):
            return None

    def await_rounds(self, wanted: int, within_s: float = PATIENCE_S) -> Board:
        """Wait until so many rounds were begun."""
        end = time.monotonic() + within_s
        while (board := self.board()) is None or board.round < wanted:
            assert time.monotonic() < end, f"no round {wanted} within {within_s:.0f} s: {board}"
            time.sleep(0.5)
        return board

    def await_card(self) -> None:
        """Wait until a card of the shoe is accepted and on the board."""
        end = time.monotonic() + PATIENCE_S
        while (board := self.board()) is None or not (board.player or board.banker or board.last):
            assert time.monotonic() < end, f"no card within {PATIENCE_S:.0f} s: {board}"
            time.sleep(0.2)

    def noted(self) -> int:
        """How many things the devices have truly done."""
        return self.truth.read_bytes().count(b"\n") if self.truth.exists() else 0

    def stop_hands(self) -> None:
        """Everybody takes the hands off the table."""
        if self._hands is not None:
            self._hands.send_signal(signal.SIGTERM)
            self._hands.wait(60)
            self._hands = None
