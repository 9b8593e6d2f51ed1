"""One whole table in simulated time: devices, cables, drivers, bus, daemon, disk and people."""

from collections.abc import Iterable
from functools import cache, partial
from random import Random
from typing import Final

from config.table import TABLES, TableAndGame
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.families.walk import walk_of
from controller.storm.bus import Bus
from controller.storm.disk import Disk
from controller.storm.equipment import Equipment
from controller.storm.faults import Fault, strike
from controller.storm.manner import is_beat, manner_of
from controller.storm.people import Floor, HouseDealer
from controller.storm.processes import DaemonProcess, DriverProcess, Parts
from controller.storm.promise import BrokenPromiseError
from controller.storm.stillness import is_still, seconds_to_bet
from controller.storm.timeline import Timeline
from controller.storm.watch import Watch
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import Rules
from drivers.runtime.stop_switch import StopSwitch

# After the last fault: so long, and the table must have played so many rounds and stand well.
CALM_S: Final = 900.0
CALM_ROUNDS: Final = 3
# A driver that had no trouble for so long may not be called silent.
HEALTHY_S: Final = 8.0
MOST_STEPS_A_SECOND: Final = 3000


@cache
def _table(name: str) -> tuple[TableAndGame, Rules]:
    """A table file is read once for all seeds."""
    loaded = load_table(TABLES / f"emulated-{name}.toml")
    return loaded, rules_of(loaded)


class StormTable:
    """The parts of one run, and the promises that are kept over all of them."""

    def __init__(self, seed: int, parts: Parts, stop: StopSwitch, table: str = "") -> None:
        manner = manner_of(seed)
        self._is_lazy = manner.is_lazy
        self.timeline = timeline = Timeline(f"{seed}/timeline", manner.slack_s)
        self._loaded, rules = _table(table or manner.table)
        self.bus = Bus(timeline, manner.is_lazy)
        self.disk = Disk(Random(f"{seed}/disk"))
        idle = is_beat if manner.is_lazy else None
        self.equipment = equipment = Equipment(timeline, self._loaded, seed, idle)
        self.devices, self.cables = equipment.devices, equipment.cables
        self.watch = Watch(timeline, rules, self.devices)
        self.daemon = DaemonProcess(
            timeline, rules, self.disk, self.bus, self.watch, parts, manner.is_synchronised
        )
        self.drivers = {
            name: DriverProcess(timeline, name, device.kind, device.cable, self.bus, stop)
            for name, device in self.devices.items()
        }
        self.daemon.is_alive = self._is_alive
        self.daemon.on_power_loss = lambda: self.lose_power(timeline.chance.random())
        self.daemon.start()
        for driver in self.drivers.values():
            driver.start()
        self.people = HouseDealer(timeline, self.bus, equipment, rules, manner.pace, manner.dark)
        self.floor = Floor(timeline, self.bus, equipment.shoe is not None)

    def play(self, faults: Iterable[Fault], seconds: float) -> None:
        """Safety: whatever goes wrong, no promise is broken."""
        for fault in faults:
            self.timeline.after(fault.at, partial(strike, self, fault))
        self._until(seconds)

    def converge(self) -> None:
        """Liveness: once nothing goes wrong any more, the table plays and everything agrees."""
        self._heal()
        before, start = self.watch.rounds, self.timeline.time
        while self.watch.rounds < before + CALM_ROUNDS or not self._is_well():
            if self.timeline.time > start + CALM_S:
                raise BrokenPromiseError("stuck", self._standing(before))
            self._until(self.timeline.time + 1.0)
        self.watch.check_truth()
        self._check_display()

    def lose_power(self, amount: float) -> None:
        """The Pi loses its power, and most of the devices with it."""
        chance = Random(f"{amount}/power")
        if self.daemon.cut():
            self.timeline.saw("unsynced-write-suffered")
        for driver in self.drivers.values():
            driver.kill()
        for device in self.devices.values():
            if chance.random() < 0.8:
                device.reboot()
        back = 1 + chance.random() * 5
        self.timeline.after(back, self.daemon.start)
        for driver in self.drivers.values():
            self.timeline.after(back + chance.random() * 2, driver.start)
        self.timeline.saw("power-cut")

    def edit_settings(self, timer_s: int) -> None:
        """Somebody changed the table file while the daemon was down."""
        betting = self._loaded.table.betting.model_copy(update={"timer_s": timer_s})
        table = self._loaded.table.model_copy(update={"betting": betting})
        self._loaded = self._loaded.model_copy(update={"table": table})
        self.daemon.rules = rules_of(self._loaded)
        self.watch.use(self.daemon.rules)

    def _until(self, when: float) -> None:
        timeline, condemned = self.timeline, self.watch.condemned
        while (left_s := when - timeline.time) > 0:
            if self._is_lazy and not timeline.urgent:
                self._pass_over(min(timeline.still_s(), int(left_s)))
            timeline.step()
            if condemned:
                self._judge(condemned.pop())
            if timeline.steps > MOST_STEPS_A_SECOND * (timeline.now + 60):
                raise BrokenPromiseError("busy", f"{timeline.steps} steps in {timeline.now:.0f} s")

    def _pass_over(self, seconds: int) -> None:
        """Of the time in which processes would only beat, play the part of a second alone."""
        if seconds and is_still(self):
            left_s = seconds_to_bet(self)
            self.timeline.leap(seconds if left_s > seconds else max(0, int(left_s)))

    def _judge(self, device: str) -> None:
        """Only a driver that was truly away may be called silent."""
        driver = self.drivers[device]
        is_well = driver.is_up and not driver.is_stopped
        troubled_at = max(driver.troubled_at, self.bus.troubled_at)
        if is_well and self.timeline.now - troubled_at > HEALTHY_S:
            raise BrokenPromiseError("condemned", f"{device} stood well and is called silent")

    def _heal(self) -> None:
        """Nothing is broken any more; whatever is down was going to be started."""
        self.bus.loss = 0.0
        self.people.hurry()
        self.disk.is_full, self.disk.calls_to_crash = False, None
        self.disk.calls_to_error = None
        for cable in self.cables.values():
            cable.noise = None
        for device in self.devices.values():
            if not device.cable.is_plugged:
                device.replug()
        for process in (self.daemon, *self.drivers.values()):
            process.stopped_until = min(process.stopped_until, self.timeline.now)
            process.sleeper.wake_at(self.timeline.now)
            process.start()

    def _is_well(self) -> bool:
        board = self.bus.board
        is_told = all(d.relay is not None and not d.relay.pending for d in self.drivers.values())
        is_shown = board is not None and board.number == self.watch.number and board.hold is None
        lamps = self.equipment.lamps
        is_lit = lamps is None or lamps.lit == self._lamps_due()
        return is_told and is_shown and is_lit and all(d.is_settled for d in self.devices.values())

    def _lamps_due(self) -> tuple[int, int]:
        order = orders_of(self.watch.state)["lamps"].model_dump()
        return order["bank"] or 0, order["action"] or 0

    def _check_display(self) -> None:
        board = self.bus.board
        assert board is not None
        state = self.watch.state
        truth = board_of(state, self.watch.number, board.timer_left_ms, walk_of(state))
        # Alarms are of the process that runs, and no part of the record.
        if board.model_copy(update={"alarms": None}) != truth:
            raise BrokenPromiseError("display", "the board is not what the rules say of the record")

    def _is_alive(self, process: int) -> bool:
        return any(d.process == process and d.is_up for d in self.drivers.values())

    def _standing(self, before: int) -> str:
        board, state = self.bus.board, self.watch.state
        hold = state.hold.name if state.hold else "no hold"
        expected = [each.event for each in state.expected]
        away = [d.device for d in state.devices if d.state != "ready"]
        seen = None if board is None else board.number
        return (
            f"{self.watch.rounds - before} rounds in {CALM_S:.0f} s, {hold}, expects {expected},"
            f" away {away}, board {seen} of {self.watch.number}"
        )
