"""A whole emulated table whose processes a test starts and kills one by one."""

import random
import signal
import time
from pathlib import Path

from controller.families.tables import load_table
from drivers.runtime.place import device_path
from tests.system.processes import OurProcess, TableOnTrial, until

# A process told to end while Python is still starting has no handler yet and ends by the signal.
CLEAN_ENDS = (0, -signal.SIGTERM)


class WholeTable:
    """Daemon, emulators and drivers, each started again by the test, as systemd would."""

    def __init__(self, table: TableOnTrial, pace: int = 400) -> None:
        self.table = table
        devices = load_table(table.file).table.devices
        self.drivers = [f"driver {name}" for name in devices]
        self._pace = str(pace)
        self._parts: dict[str, OurProcess] = {}
        for part in ("daemon", "emulate"):
            self._start(part)
        ports = [device_path(table.run, name) for name, e in devices.items() if e.emulator]
        until(lambda: all(port.exists() for port in ports), "the devices")
        for part in self.drivers:
            self._start(part)
        table.wait_for_board()

    def kill(self, part: str) -> None:
        """Kill one process without warning and start it again."""
        assert self._parts[part].end(signal.SIGKILL) == -signal.SIGKILL
        self._start(part)

    def pause(self, parts: list[str], seconds: float) -> None:
        """Let processes stand still for a while, all at once."""
        for part in parts:
            self._parts[part].send(signal.SIGSTOP)
        time.sleep(seconds)
        for part in parts:
            self._parts[part].send(signal.SIGCONT)

    @property
    def parts(self) -> list[str]:
        """Every process of the table."""
        return list(self._parts)

    def kill_at_random(self, chance: random.Random, parts: list[str], times: int) -> None:
        """Kill one of the parts at so many random moments."""
        for _ in range(times):
            time.sleep(chance.uniform(0.4, 1.2))
            self.kill(chance.choice(parts))

    def memory_kb(self, part: str) -> int:
        """How much memory a process holds."""
        status = Path(f"/proc/{self._parts[part].pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def stop(self) -> None:
        """End every process in order; each must end cleanly and have said nothing alarming."""
        for part in ("emulate", *self.drivers, "daemon"):
            process = self._parts[part]
            assert process.end(signal.SIGTERM) in CLEAN_ENDS, (part, process.errors)
            assert "Traceback" not in process.errors

    def _start(self, part: str) -> None:
        if part == "daemon":
            self._parts[part] = self.table.start_daemon()
        elif part == "emulate":
            self._parts[part] = self.table.start_part("emulate", "--pace", self._pace)
        else:
            self._parts[part] = self.table.start_part(*part.split())
