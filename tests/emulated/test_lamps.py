import asyncio
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from config.device import GpioLampsEntry, MockLampsEntry
from controller.facts.events import DeviceConnected, Event, LampsShown, LampStuck
from controller.facts.failure import OperatorError
from controller.facts.orders import ShowLamps, UnloadDeck
from drivers.lamps.driver import LampsDriver, open_pins
from drivers.lamps.emulator import LampsEmulator
from drivers.lamps.pins import LampPins
from drivers.run import DriverSite, run_driver
from drivers.runtime.pins import FACTORIES
from drivers.runtime.stop_switch import StopSwitch
from tests.emulated.conftest import DaemonInProcess, Workshop


async def linked_board(workshop: Workshop) -> LampsEmulator:
    board = await workshop.plug("lamps-1", "lamps", LampsEmulator)
    workshop.drive("lamps-1", "lamps")
    await workshop.until(lambda: board.is_linked)
    return board


async def test_a_board_lights_two_lamps_and_reads_them_back(workshop: Workshop) -> None:
    board = await linked_board(workshop)
    workshop.daemon.order(ShowLamps(bank=3, action=5))
    await workshop.until(lambda: workshop.daemon.events() == [LampsShown(bank=3, action=5)])
    assert board.lit == {("bank", 3), ("action", 5)}
    workshop.daemon.order(ShowLamps(bank=3, action=5))
    workshop.daemon.order(ShowLamps(bank=None, action=None))
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    assert workshop.daemon.events()[1] == LampsShown(bank=None, action=None)
    assert board.lit == frozenset()


async def test_a_stuck_lamp_of_a_board_is_named_once(workshop: Workshop) -> None:
    board = await linked_board(workshop)
    await board.stick("action", 5)
    await board.stick("bank", 9, lit=True)
    for action in (5, 5, 6):
        workshop.daemon.order(ShowLamps(bank=3, action=action))
    await workshop.until(lambda: len(workshop.daemon.events()) >= 1)
    await board.free("action", 5)
    await board.free("bank", 9)
    workshop.daemon.order(ShowLamps(bank=1, action=1))
    await workshop.until(lambda: workshop.daemon.events()[-1] == LampsShown(bank=1, action=1))
    stuck = [event.lamp for event in workshop.daemon.events() if isinstance(event, LampStuck)]
    assert len(stuck) == len(set(stuck))
    assert "bank-9" in stuck


class StuckPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """GPIO 6, the action lamp of seat 2, reads dark whatever is ordered."""

    def _get_state(self) -> bool:
        return False if self.info.name == "GPIO6" else bool(super()._get_state())


class RunningLamps:
    def __init__(self, daemon: DaemonInProcess, pins: LampPins) -> None:
        self.pins = pins
        self._stop = StopSwitch()
        driver = LampsDriver("lamps-1", pins, daemon, self._stop)
        self._thread = threading.Thread(target=driver.run)
        self._thread.start()

    def stop(self) -> None:
        self._stop.throw()
        self._thread.join(10)
        assert not self._thread.is_alive()
        self._stop.close()
        self.pins.close()


@pytest.fixture
def lamps(daemon: DaemonInProcess) -> Iterator[RunningLamps]:
    running = RunningLamps(daemon, LampPins("mock", (2, 3, 4), (5, 6, 7)))
    yield running
    running.stop()


async def shown(daemon: DaemonInProcess, count: int) -> list[Event]:
    while len(daemon.notes()) < count:
        await asyncio.sleep(0.005)
    return list(daemon.notes())


async def test_pins_follow_the_order_and_are_reported(
    daemon: DaemonInProcess, lamps: RunningLamps
) -> None:
    daemon.order(UnloadDeck())
    daemon.order(ShowLamps(bank=14, action=1))
    daemon.order(ShowLamps(bank=3, action=1))
    daemon.order(ShowLamps(bank=3, action=1))
    daemon.order(ShowLamps(bank=None, action=2))
    notes = await shown(daemon, 3)
    assert notes == [
        DeviceConnected(device="lamps-1", device_kind="lamps", firmware="gpio"),
        LampsShown(bank=3, action=1),
        LampsShown(bank=None, action=2),
    ]
    assert lamps.pins.disobeying(None, 2) == frozenset()
    assert lamps.pins.disobeying(1, 2) == {"bank-1"}


async def test_a_stuck_pin_is_named_once(
    daemon: DaemonInProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FACTORIES, "mock", lambda: MockFactory(pin_class=StuckPin))
    running = RunningLamps(daemon, LampPins("mock", (2, 3, 4), (5, 6, 7)))
    try:
        for action in (2, 2, 1):
            daemon.order(ShowLamps(bank=None, action=action))
        notes = await shown(daemon, 3)
    finally:
        running.stop()
    assert notes[1:] == [LampStuck(lamp="action-2"), LampsShown(bank=None, action=1)]


GOOD = {"kind": "lamps", "bank_pins": (2, 3, 4), "action_pins": (5, 6, 7)}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"backend": "guess"}, "'lgpio' or 'gpiod'"),
        ({"bank_pins": (2, 3)}, "as many bank_pins as action_pins"),
        ({"bank_pins": (2, 3, 5)}, "pin 5 is used twice"),
        ({"bank_pins": (2, 3, 40)}, "less than or equal to 27"),
        ({"bank_pins": ()}, "at least 1 item"),
    ],
)
def test_wrong_pins_in_a_table_file_are_refused(change: dict[str, object], problem: str) -> None:
    assert GpioLampsEntry.model_validate(GOOD).backend is None
    with pytest.raises(ValueError, match=problem):
        GpioLampsEntry.model_validate(GOOD | change)


def test_pins_that_cannot_be_had_are_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    entry = GpioLampsEntry.model_validate(GOOD | {"backend": "lgpio"})
    with pytest.raises(OperatorError) as caught:
        run_driver("lamps-1", entry, DriverSite(tmp_path, tmp_path / "table.toml"))
    assert str(caught.value).startswith("lamps-1: backend lgpio: not installed; ")
    assert len(caught.value.sentences) == 1


def test_a_table_without_lamps_obeys_for_every_seat() -> None:
    pins = open_pins(MockLampsEntry(kind="lamps"))
    assert pins.show(1, 14) == frozenset()
    assert not pins.has_seat(15)
    pins.close()
