import asyncio
import select
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPin

from config.device import GpioPadEntry
from controller.facts.events import (
    DeviceConnected,
    Event,
    FloorCalled,
    RoundSettled,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.failure import OperatorError
from controller.facts.orders import ShowPrompt
from controller.facts.phrase import phrase
from drivers.entry_pad.debounce import KeyState, Times
from drivers.entry_pad.gpio_driver import ECHO_S, GpioPadDriver, open_matrix
from drivers.run import DriverSite, run_driver
from drivers.runtime.kept_events import EVENT_LINE, KeptEvents
from drivers.runtime.pins import FACTORIES, PinBoard
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import driver_boot
from tests.emulated.conftest import DaemonInProcess

ROWS, COLUMNS, ECHO = (5, 6), (12, 13), 26
KEYS = (("seat-1", "seat-2"), ("settled", "floor"))
ENTRY = GpioPadEntry(kind="entry-pad", row_pins=ROWS, column_pins=COLUMNS, keys=KEYS, echo_pin=ECHO)
TIMES = Times(debounce=0.004, long_press=0.8)


class Contacts:
    """The switches of a pad: which crossings are closed, and the pins that feel it."""

    def __init__(self) -> None:
        self.take_apart()

    def take_apart(self) -> None:
        """Forget every contact and pin."""
        self.closed: set[tuple[int, int]] = set()
        self.pins: dict[int, MatrixPin] = {}
        self.shorts = 0

    def set(self, row: int, column: int, is_closed: bool) -> None:
        """Close or open one contact; its column's edge is seen like any other."""
        self.closed = self.closed | {(row, column)} if is_closed else self.closed - {(row, column)}
        self.pins[column].feel()

    def pulls_low(self, column: int) -> bool:
        rows = [row for row, other in self.closed if other == column]
        driven = [self.pins[row] for row in rows if self.pins[row]._function == "output"]
        self.shorts += len({bool(pin._state) for pin in driven}) > 1
        return any(not pin._state for pin in driven)


CONTACTS = Contacts()


class MatrixPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin wired into the matrix."""

    def __init__(self, factory: MockFactory, info: PinInfo) -> None:
        super().__init__(factory, info)
        self.gpio = int(info.name.removeprefix("GPIO"))
        CONTACTS.pins[self.gpio] = self

    def _get_state(self) -> bool:
        if self.gpio in COLUMNS:
            return not CONTACTS.pulls_low(self.gpio)
        return bool(super()._get_state())

    def feel(self) -> None:
        self.drive_low() if CONTACTS.pulls_low(self.gpio) else self.drive_high()


class HandClock:
    """Time that the test lets pass: a bounce stays a bounce however busy the machine is."""

    def __init__(self) -> None:
        self._now = 1000.0

    def __call__(self) -> float:
        return self._now

    def go_on(self, seconds: float) -> None:
        self._now += seconds


class RunningPad:
    """The pad's driver in a thread, on mock pins wired as a matrix."""

    def __init__(self, folder: Path, daemon: DaemonInProcess) -> None:
        self.board = PinBoard("mock")
        self.matrix, self.echo = open_matrix(self.board, ENTRY)
        self.kept = KeptEvents(folder / "kept.jsonl", EVENT_LINE, driver_boot())
        self._daemon = daemon
        self._stop = StopSwitch()
        self.clock = HandClock()
        self._driver = GpioPadDriver(
            "pad-1", self.matrix, self.echo, TIMES, daemon, self.kept, self._stop, self.clock
        )
        self._thread = threading.Thread(target=self._driver.run)
        self._thread.start()

    async def press(self, row: int, column: int, is_long: bool = False) -> None:
        """A finger on a bad contact: it bounces, and stays until the driver believes it."""
        for is_closed in (True, False):
            for bounce in (is_closed, not is_closed, is_closed):
                CONTACTS.set(ROWS[row], COLUMNS[column], bounce)
                await asyncio.sleep(0.0005)
            await self.until(KEYS[row][column], is_closed, is_long and is_closed)

    async def until(self, key: str, is_down: bool, is_told: bool = False) -> None:
        """Let as much time pass as the driver needs to believe so of a key."""
        await self._believes(key, lambda state: state.contact == is_down)
        self.clock.go_on(TIMES.debounce)
        await self._believes(key, lambda state: state.is_down == is_down)
        if is_told:
            self.clock.go_on(TIMES.long_press)
            await self._believes(key, lambda state: state.is_told)

    async def _believes(self, key: str, is_so: Callable[[KeyState], bool]) -> None:
        while not is_so(self._driver._pad.get(key, KeyState())):
            await asyncio.sleep(0.002)

    async def events(self, count: int) -> list[Event]:
        while len(self._daemon.notes()) < count + 1:
            await asyncio.sleep(0.005)
        connected, *rest = self._daemon.notes()
        assert isinstance(connected, DeviceConnected)
        return rest

    def stop(self) -> None:
        self._stop.throw()
        self._thread.join(10)
        assert not self._thread.is_alive()
        self._stop.close()
        self.kept.close()
        self.matrix.close()
        self.board.close()


@pytest.fixture
async def pad(
    tmp_path: Path, daemon: DaemonInProcess, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[RunningPad]:
    monkeypatch.setitem(FACTORIES, "mock", lambda: MockFactory(pin_class=MatrixPin))
    CONTACTS.take_apart()
    running = RunningPad(tmp_path, daemon)
    # A key touched before the driver has looked for the first time does not count.
    await running.events(0)
    yield running
    await asyncio.to_thread(running.stop)


async def test_bouncing_keys_of_a_matrix_are_presses(pad: RunningPad) -> None:
    for row, column in ((0, 1), (1, 0), (1, 1)):
        await pad.press(row, column)
    found = await pad.events(3)
    assert found == [WagerPlaced(seat=2), RoundSettled(), FloorCalled()]
    assert CONTACTS.shorts == 0


async def test_a_key_held_is_a_long_press(pad: RunningPad) -> None:
    await pad.press(0, 0, is_long=True)
    await pad.press(0, 0)
    assert await pad.events(2) == [WagerRemoved(seat=1), WagerPlaced(seat=1)]


async def test_two_keys_of_one_column_are_told_apart_and_short_nothing(pad: RunningPad) -> None:
    CONTACTS.set(ROWS[0], COLUMNS[0], True)
    CONTACTS.set(ROWS[1], COLUMNS[0], True)
    await pad.until("seat-1", True)
    await pad.until("settled", True)
    CONTACTS.set(ROWS[1], COLUMNS[0], False)
    await pad.until("settled", False)
    CONTACTS.set(ROWS[0], COLUMNS[0], False)
    await pad.until("seat-1", False)
    assert await pad.events(2) == [RoundSettled(), WagerPlaced(seat=1)]
    assert CONTACTS.shorts == 0


async def test_a_recorded_press_is_echoed_and_a_prompt_needs_no_display(
    pad: RunningPad, daemon: DaemonInProcess
) -> None:
    daemon.order(ShowPrompt(phrases=(phrase("settle-wagers"),)))
    await pad.press(0, 0)
    await pad.events(1)
    echoes = [state.state for state in CONTACTS.pins[ECHO].states]
    while len(echoes) < 3:
        pad.clock.go_on(ECHO_S)
        await asyncio.sleep(0.005)
        echoes = [state.state for state in CONTACTS.pins[ECHO].states]
    assert echoes[-2:] == [True, False]
    assert pad.kept.waiting == ()


async def test_an_unrecorded_press_waits_in_the_file(
    pad: RunningPad, daemon: DaemonInProcess
) -> None:
    daemon.is_acking = False
    await pad.press(0, 0)
    while not pad.kept.waiting:
        await asyncio.sleep(0.005)
    assert [line.event for line in pad.kept.waiting] == [WagerPlaced(seat=1)]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"row_pins": ()}, "at least 1 item"),
        ({"row_pins": (5, 44)}, "less than or equal to 27"),
        ({"keys": (("seat-1",),)}, "keys must have 2 rows of 2 names"),
        ({"echo_pin": 5}, "pin 5 is used twice"),
        ({"keys": (("seat-1", "seat-99"), ("", "floor"))}, "no key seat-99"),
    ],
)
def test_a_wrong_matrix_in_a_table_file_is_refused(change: dict[str, object], problem: str) -> None:
    good = {
        "kind": "entry-pad",
        "backend": "lgpio",
        "row_pins": ROWS,
        "column_pins": COLUMNS,
        "keys": (("seat-1", "seat-2"), ("", "floor")),
    }
    assert GpioPadEntry.model_validate(good).backend == "lgpio"
    with pytest.raises(ValueError, match=problem):
        GpioPadEntry.model_validate(good | change)


def test_pins_that_cannot_be_had_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    entry = ENTRY.model_copy(update={"backend": "lgpio"})
    with pytest.raises(OperatorError) as caught:
        run_driver("pad-1", entry, DriverSite(tmp_path, tmp_path / "table.toml"))
    assert str(caught.value).startswith("pad-1: backend lgpio: not installed; ")
    assert len(caught.value.sentences) == 1


def test_a_key_that_closes_behind_the_scans_back_wakes_the_next_scan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FACTORIES, "mock", lambda: MockFactory(pin_class=MatrixPin))
    CONTACTS.take_apart()
    board = PinBoard("mock")
    matrix, _ = open_matrix(board, ENTRY)
    rest = matrix._rest

    def close_a_key_and_rest() -> None:
        CONTACTS.closed.add((ROWS[0], COLUMNS[0]))
        rest()

    assert matrix.scan() == frozenset()
    monkeypatch.setattr(matrix, "_rest", close_a_key_and_rest)
    assert matrix.scan() == frozenset()
    assert select.select([matrix], [], [], 0)[0] == [matrix]
    assert matrix.scan() == {"seat-1"}
    matrix.close()
    board.close()
