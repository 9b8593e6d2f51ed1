"""The table of a virtual machine: its devices are on the host, each behind a USB port."""

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
from tests.loopback import free_port
from tests.virtual_pi.cables import Cables
from tests.virtual_pi.machine import Machine

TABLE: Final = "rig"
DEVICES: Final = {"shoe-1": "shoe", "pad-1": "entry-pad", "lamps-1": "lamps"}
SOCKETS: Final = ("answers", "guarded-answers", "desk")
FIRST_PORT: Final = 7001
PROXY: Final = "/usr/lib/systemd/systemd-socket-proxyd"
INSTALL: Final = "/opt/underfelt/bin/underfelt-install"
# Whatever takes longer than this will not come.
PATIENCE_S: Final = 1200.0


class TableOnCard:
    """Writes both table files, keeps the devices through power cuts, asks how it stands."""

    def __init__(self, folder: Path, pace: float) -> None:
        self.folder, self._pace = folder, pace
        self.run, self.truth = folder / "run", folder / "truth.jsonl"
        self.run.mkdir()
        self.ports = {name: free_port() for name in SOCKETS}
        self._emulated, self._cabled = _tables()
        (folder / "emulated.toml").write_text(self._emulated)
        self._cables = Cables()
        self._cables.start()
        self._hands: subprocess.Popen[bytes] | None = None

    @property
    def forwards(self) -> dict[int, int]:
        """Ports of the host, and those of the machine behind them."""
        return {port: FIRST_PORT + place for place, port in enumerate(self.ports.values())}

    def join(self, machine: Machine) -> None:
        """Lay the cables; they hold through every power cut."""
        for name, port in self.ports.items():
            self._cables.socket(self.run / f"{name}.sock", port)
        for device in DEVICES:
            self._cables.port(machine.far_side(device), self.run / "devices" / device)

    def set_up(self, machine: Machine) -> None:
        """Give the card its table file and its floor person, as a technician would."""
        shell = machine.shell
        shell.write("/run/table.toml", self._cabled.encode(), PATIENCE_S)
        asked = f"{INSTALL} --no-screen --patience {PATIENCE_S:.0f} --table /run/table.toml"
        shell.must(asked, 2 * PATIENCE_S)
        name, role, pin = DEMONSTRATION_FLOOR
        added = f"underfelt staff add '{name}' --role {role} --by root --emergency"
        shell.must(f"UNDERFELT_NEW_PIN={pin} {added}", PATIENCE_S)

    def open_sockets(self, machine: Machine) -> None:
        """Let the host's devices and people ask the daemon, for as long as the machine runs."""
        for place, name in enumerate(SOCKETS):
            listens = f"--socket-property=ListenStream={FIRST_PORT + place}"
            target = f"{PROXY} /run/underfelt/{TABLE}/{name}.sock"
            machine.shell.must(f"systemd-run -q --unit=rig-{name} {listens} {target}", PATIENCE_S)

    def start_hands(self) -> None:
        """Devices and house dealer; they outlive the machine."""
        words = ["nice", "-n", "5", sys.executable, "-m", "controller", "emulate"]
        words += ["--table", str(self.folder / "emulated.toml"), "--run-dir", str(self.run)]
        with (self.folder / "hands.log").open("ab") as log:
            self._hands = subprocess.Popen(
                [*words, "--pace", str(self._pace), "--truth", str(self.truth)],
                stdout=log,
                stderr=log,
            )

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

    def noted(self) -> int:
        """How many things the devices have truly done."""
        return self.truth.read_bytes().count(b"\n") if self.truth.exists() else 0

    def stop_hands(self) -> None:
        """Everybody takes the hands off the table."""
        if self._hands is not None:
            self._hands.send_signal(signal.SIGTERM)
            self._hands.wait(60)
            self._hands = None

    def close(self) -> None:
        """End what runs on the host."""
        self.stop_hands()
        self._cables.close()


def _tables() -> tuple[str, str]:
    """The table file of the host, whose devices are emulated, and the machine's, by USB."""
    emulated = DEFAULT_TABLE.read_text().replace('id = "emulated-baccarat"', f'id = "{TABLE}"')
    cabled = emulated
    for device in DEVICES:
        match = f'source = "serial"\nmatch = {{ serial = "{device.upper()}" }}'
        cabled = cabled.replace('source = "emulated"', match, 1)
    assert 'source = "emulated"' not in cabled
    return emulated, cabled
