"""A whole table under `underfelt run` whose processes, wires and disk somebody disturbs."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from controller.bus.client import DeskError
from controller.facts.events import RulingGiven
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.families.tables import load_table
from controller.process.supervisor import RESTARTS, WITHIN_S
from drivers.emulate.client import EmulatorsError, ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from tests.system.play import Play
from tests.system.processes import Found, OurProcess, TableOnTrial, parts_under, until
from tests.system.ready_words import ReadyWords
from tests.system.small_disk import SmallDisk, can_mount
from tests.system.truth import Comparison, compare, read_truth

PACE = 50
# A loaded machine starts processes slowly; that is nobody's fault, and not what is measured.
START_PATIENCE_S = 240.0
# Of what a stall may bring about, the hold that ends by a ruling alone.
LATE_WAGER = "wager-after-close"


class DisturbedTable:
    """Runs, and can be asked which of its parts may be killed without using up its restarts."""

    def __init__(self, table: TableOnTrial, pace: int = PACE) -> None:
        self.table = table
        self.truth = table.folder / "truth.jsonl"
        entries = load_table(table.file).table.devices
        self.kinds = {name: entry.kind for name, entry in entries.items()}
        self.drivers = [f"driver {name}" for name in entries]
        self.parts = ["daemon", "emulate", *self.drivers, "scoreboard"]
        self._ready = ReadyWords(table.folder / "notify.sock")
        table.environ = {"NOTIFY_SOCKET": str(self._ready.path)}
        self._pace = str(pace)
        # None where nobody may mount: then files of the daemon are kept from growing.
        self.disk = SmallDisk(table.state) if can_mount() else None
        self._killed: dict[str, list[float]] = {part: [] for part in self.parts}
        self._play = Play(self.kinds)
        self._ruled = 0.0
        if self.disk is not None:
            table.on_close.append(self.disk.close)
        self._process = self._start()

    def _start(self) -> OurProcess:
        started = self.table.start_run("--pace", self._pace, "--truth", str(self.truth))
        self._killed = {part: [] for part in self.parts}
        until(lambda: self._all_ready(started), "every process", START_PATIENCE_S)
        return started

    def _all_ready(self, run: OurProcess) -> bool:
        found = parts_under(run.pid)
        pids = [found.get(part) for part in self.parts if part != "scoreboard"]
        return all(pid is not None and self._ready.at(pid) for pid in pids)

    @property
    def pids(self) -> list[int]:
        """Every process there is of it."""
        return [self._process.pid, *parts_under(self._process.pid).values()]

    def pid(self, part: str) -> int:
        """The process that plays a part now."""
        return until(lambda: self._pid(part), part, START_PATIENCE_S)

    def _pid(self, part: str) -> int | None:
        return parts_under(self._process.pid).get(part)

    def killable(self) -> list[str]:
        """The parts that the supervisor would start again."""
        return [part for part in self.parts if self._may_be_killed(part)]

    def _may_be_killed(self, part: str) -> bool:
        recent = [at for at in self._killed[part] if time.monotonic() - at < WITHIN_S + 1]
        self._killed[part] = recent
        return len(recent) < RESTARTS

    def kill(self, part: str) -> float:
        """Kill a part; returns when the process in its place was at work."""
        old = self.pid(part)
        self._killed[part].append(time.monotonic())
        os.kill(old, signal.SIGKILL)
        return until(lambda: self._ready_again(part, old), f"{part} again", START_PATIENCE_S)

    def kill_supervisor(self) -> float:
        """Kill `underfelt run` itself, wait until nothing is left of it, and start it again."""
        pids = [self.pid(part) for part in self.parts]
        self._process.end(signal.SIGKILL)
        until(lambda: not any(map(_exists, pids)), "every process gone", START_PATIENCE_S)
        self._process = self._start()
        return time.time()

    def _ready_again(self, part: str, old: int) -> float | None:
        new = self._pid(part)
        if new is None or new == old:
            return None
        # Nothing waits for the pages: a process is enough.
        return time.time() if part == "scoreboard" else self._ready.at(new)

    @contextmanager
    def stopped(self, parts: list[str]) -> Iterator[None]:
        """Let processes stand still, all at once."""
        pids = [self.pid(part) for part in parts]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    @contextmanager
    def unplugged(self, device: str) -> Iterator[None]:
        """Pull a device's cable."""
        self._act(device, "unplug")
        try:
            yield
        finally:
            self._act(device, "replug")

    def _act(self, device: str, action: str) -> None:
        path = self.table.run / CONTROL_SOCKET
        with suppress(EmulatorsError):
            ask_emulator(path, device, action)

    def plays_on(self, ended: float, patience_s: float) -> float | None:
        """Seconds from the end of a cause to the next thing a device did at a free table.

        The floor's time is nobody's: where the table waits for a ruling, they count from there.
        """
        if _looked_for(self._is_free, patience_s) is None:
            return None
        ended = max(ended, self._ruled)
        moved = _looked_for(lambda: self._moved_after(ended), patience_s)
        return None if moved is None else moved - ended

    def _is_free(self) -> bool:
        board = self.table.board()
        if board is not None and board.hold is not None and board.hold.name == LATE_WAGER:
            self._refuse_wager()
        if board is None or board.hold is not None:
            return False
        # The table never waits for a screen.
        return all(d.state == "ready" for d in board.devices if d.device in self.kinds)

    def _refuse_wager(self) -> None:
        """Whoever stood still while betting ended by the clock was late: the floor says so."""
        with suppress(DeskError):
            floor = DEMONSTRATION_FLOOR.person
            self.table.desk().submit(RulingGiven(by=floor, ruling="resume", note="too late"))
            self._ruled = time.time()

    def _moved_after(self, moment: float) -> float | None:
        with self.table.journal() as journal:
            self._play.follow(journal.rows(self._play.number))
        return self._play.first_after(moment)

    def compared(self) -> Comparison:
        """The truth so far against the record, once everything of it had time to arrive."""
        truth = read_truth(self.truth, self.kinds)
        _looked_for(lambda: not compare(truth, self.table.events()).lost, 10.0)
        rows = self.table.events()
        # The table plays on meanwhile: what is recorded by now was noted before.
        return compare(truth, rows, known=read_truth(self.truth, self.kinds))

    def stop(self) -> Comparison:
        """Compare, then end the table in order."""
        compared = self.compared()
        code = self._process.end(signal.SIGINT)
        self._ready.close()
        assert code == 0, self._process.output[-2000:]
        assert "Traceback" not in self._process.output
        return compared


def _exists(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _looked_for(look: Callable[[], Found | None], patience_s: float) -> Found | None:
    with suppress(AssertionError):
        return until(look, "anything", patience_s)
    return None
