"""A run of the rig: boots, rounds, unplugs and power cuts, then the record against the truth."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from controller.record.journal import Journal
from tests.command import underfelt
from tests.system.truth import Comparison, compare, read_truth
from tests.virtual_pi.bench import tried_on_bench
from tests.virtual_pi.boards import BoardName, board_of
from tests.virtual_pi.container import Container
from tests.virtual_pi.machine import Machine
from tests.virtual_pi.newer import NEWER, newer_bundle
from tests.virtual_pi.opened_desk import must_be_closed, open_by_technician
from tests.virtual_pi.promises import TABLE_KEY
from tests.virtual_pi.switched import PATIENCE_S, Switched
from tests.virtual_pi.table_on_card import DEVICES, INSTALL, TABLE, TableOnCard

Say = Callable[[str], None]
# The hands stop in the middle of what they do next: so much of the end may be missing.
LAST: Final = 6
PAGES: Final = "underfelt-daemon underfelt-scoreboard underfelt-desk"
LONGEST_PEACE_S: Final = 3.0


class Wanted(NamedTuple):
    """What a run is to go through."""

    rounds: int = 1
    unplugs: int = 1
    cuts: int = 1
    bites: int = 0
    # So often another version is installed, played with, and taken back.
    upgrades: int = 0
    # 1: `pytest --rig` tries the devices in there before anybody deals.
    tries: int = 0
    seed: int = 1
    pace: float = 20.0
    # What is not done by then is left out; what was done is compared.
    minutes: float = float("inf")


class Run:
    """One card, one table, one log."""

    def __init__(self, board: BoardName, folder: Path, wanted: Wanted, say: Say) -> None:
        self._wanted, self._say, self._folder = wanted, say, folder
        self._chance = random.Random(wanted.seed)
        self._began = time.monotonic()
        # How long after each disturbance the table played on.
        self.recoveries: dict[str, list[float]] = {}
        self.table = TableOnCard(folder, wanted.pace)
        self.machine = machine_of(board, folder, self.table.run)

    def go(self) -> Comparison:
        """All of it; what was started is ended whatever happens."""
        try:
            self._first_power_on()
            self._play(self._wanted.rounds)
            self._disturb()
            self._play(1)
            return self._compare()
        finally:
            self.table.stop_hands()
            self.machine.close()

    def _first_power_on(self) -> None:
        self._boot("first power-on")
        look = self.machine.shell.until
        # A unit is active before its program has read a line.
        look(f"systemctl -q is-active {PAGES} && ls {TABLE_KEY}", PATIENCE_S)
        self._note("the card's own table runs")
        for what, command in self.machine.promises.items():
            self._note(f"{what}: {self.machine.shell.must(command, PATIENCE_S).strip()}")
        must_be_closed(self.machine.shell)
        self._note(f"a technician opens the desk: {open_by_technician(self.machine.shell)}")
        self.table.set_up(self.machine)
        must_be_closed(self.machine.shell)
        self._note("another table file is in place, and its desk is closed to others")
        if self._wanted.tries:
            self._note(f"pytest --rig: {tried_on_bench(self.machine, self.table, self._folder)}")
        self.machine.reach()
        self.table.start_hands()
        self.table.await_card()
        self._note("the first card is accepted")

    def _boot(self, why: str) -> None:
        self.machine.on()
        began = time.monotonic()
        self.machine.await_system(PATIENCE_S)
        self._note(f"{why}: system after {time.monotonic() - began:.0f} s")

    def _play(self, more: int) -> None:
        board = self.table.await_rounds(0)
        self.table.await_rounds(board.round + more)
        self._note(f"round {board.round + more} was begun; {self.table.noted()} things done")

    def _disturb(self) -> None:
        wanted = self._wanted
        todo = ["unplug"] * wanted.unplugs + ["cut"] * wanted.cuts
        todo += ["bite"] * wanted.bites + ["upgrade"] * wanted.upgrades
        self._chance.shuffle(todo)
        for number, what in enumerate(todo, 1):
            if time.monotonic() - self._began > 60 * self._wanted.minutes:
                self._note(f"time is up after {number - 1} of {len(todo)}")
                return
            time.sleep(self._chance.uniform(0.0, LONGEST_PEACE_S))
            began = time.monotonic()
            told = self._done(what)
            self._await_play(self.table.noted())
            self.recoveries.setdefault(what, []).append(time.monotonic() - began)
            self._note(
                f"{number}/{len(todo)} {told}; played on after {time.monotonic() - began:.1f} s"
            )

    def _done(self, what: str) -> str:
        match what:
            case "unplug":
                return self._unplug()
            case "cut":
                return self._cut()
            case "bite":
                return f"a watchdog bit: {self.machine.bite()}"
        return self._upgrade()

    def _upgrade(self) -> str:
        """Another version beside this one, played with, and this one again."""
        bundle = newer_bundle(self._folder)
        place, shell = self.machine.bring(bundle), self.machine.shell
        asked = f"--no-screen --patience {PATIENCE_S:.0f}"
        shell.must(f"{place}/systemd/install --unsigned {asked}", 2 * PATIENCE_S)
        version = shell.must(f"{INSTALL} --status", PATIENCE_S).split()[-1]
        assert version == NEWER, version
        self._await_play(self.table.noted())
        shell.must(f"{INSTALL} --rollback {asked}", 2 * PATIENCE_S)
        again = shell.must(f"{INSTALL} --status", PATIENCE_S).split()[-1]
        assert again != NEWER, again
        return f"upgraded to {version}, taken back to {again}"

    def _unplug(self) -> str:
        device = self._chance.choice(list(DEVICES))
        away_s = self._chance.uniform(0.2, 6.0)
        self.machine.unplug(device)
        time.sleep(away_s)
        self.machine.plug(device)
        return f"{device} unplugged for {away_s:.1f} s"

    def _cut(self) -> str:
        self.machine.cut()
        self._boot("power cut")
        self.machine.reach()
        return "power cut"

    def _await_play(self, before: int) -> None:
        """Wait until a device does something again, and the table has noticed."""
        board = self.table.await_rounds(0)
        end = time.monotonic() + PATIENCE_S
        while self.table.noted() <= before + 1:
            assert time.monotonic() < end, f"nobody plays: {self.table.board() or board}"
            time.sleep(0.2)

    def _compare(self) -> Comparison:
        time.sleep(2.0)
        self.table.stop_hands()
        time.sleep(5.0)
        self.machine.off(PATIENCE_S)
        record = self.machine.record() / TABLE
        verified = underfelt("journal", "verify", str(record))
        self._note(f"journal verify: {verified.stdout.strip() or verified.stderr.strip()}")
        assert verified.returncode == 0
        with Journal.open_for_reading(record / "journal.sqlite") as journal:
            rows = list(journal.events())
        truth, tried = read_truth(self.table.truth, DEVICES), self.table.tried
        known = {**truth, **(read_truth(tried, DEVICES) if tried.exists() else {})}
        compared = compare(truth, rows, known)
        self._note(
            f"{compared.equal} of {compared.true} things done are in the record, as they were"
        )
        return compared

    def _note(self, text: str) -> None:
        self._say(f"{time.monotonic() - self._began:8.1f} s  {text}")


def machine_of(board: BoardName, folder: Path, run: Path) -> Switched:
    """The machine that a board stands for, with its card in it."""
    if board == "container":
        return Container(folder, run)
    return Machine(board_of(board), folder, run, tuple(DEVICES))


def lost_in_the_middle(compared: Comparison, truth: Path) -> tuple[object, ...]:
    """What is missing though the table played on long after it."""
    last = set(list(read_truth(truth, DEVICES))[-LAST:])
    return tuple(origin for origin in compared.lost if origin not in last)
