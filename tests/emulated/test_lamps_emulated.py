import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from controller.facts.events import DeviceConnected, LampsShown, LampStuck
from controller.facts.orders import ShowLamps, UnloadDeck
from drivers.lamps.driver import LampsDriver, open_pins
from drivers.lamps.emulator import LampsEmulator
from drivers.lamps.pins import LampPins
from drivers.runtime.pins import FACTORIES
from drivers.runtime.serial_driver import DriverOptionError
from drivers.runtime.stop_switch import StopSwitch

PINS = {"backend": "mock", "bank-pins": "2,3,4", "action-pins": "5,6,7"}


async def linked_board(bench: Any) -> LampsEmulator:
    board: LampsEmulator = await bench.plug("lamps-1", "lamps", LampsEmulator)
    bench.drive("lamps-1", "lamps")
    await bench.until(lambda: board.is_linked)
    return board


async def test_a_board_lights_two_lamps_and_reads_them_back(bench: Any) -> None:
    board = await linked_board(bench)
    bench.daemon.order(ShowLamps(bank=3, action=5))
    await bench.until(lambda: bench.daemon.events() == [LampsShown(bank=3, action=5)])
    assert board.lit == {("bank", 3), ("action", 5)}
    bench.daemon.order(ShowLamps(bank=3, action=5))
    bench.daemon.order(ShowLamps(bank=None, action=None))
    await bench.until(lambda: len(bench.daemon.events()) == 2)
    assert bench.daemon.events()[1] == LampsShown(bank=None, action=None)
    assert board.lit == frozenset()


async def test_a_stuck_lamp_of_a_board_is_named_once(bench: Any) -> None:
    board = await linked_board(bench)
    await board.stick("action", 5)
    await board.stick("bank", 9, lit=True)
    for action in (5, 5, 6):
        bench.daemon.order(ShowLamps(bank=3, action=action))
    await bench.until(lambda: len(bench.daemon.events()) >= 1)
    await board.free("action", 5)
    await board.free("bank", 9)
    bench.daemon.order(ShowLamps(bank=1, action=1))
    await bench.until(lambda: bench.daemon.events()[-1] == LampsShown(bank=1, action=1))
    stuck = [event.lamp for event in bench.daemon.events() if isinstance(event, LampStuck)]
    assert len(stuck) == len(set(stuck))
    assert "bank-9" in stuck


class StuckPin(MockPin):
    """GPIO 6, the action lamp of seat 2, reads dark whatever is ordered."""

    def _get_state(self) -> bool:
        return False if self.info.name == "GPIO6" else bool(super()._get_state())


class RunningLamps:
    def __init__(self, daemon: Any, pins: LampPins) -> None:
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
def lamps(daemon: Any) -> Iterator[RunningLamps]:
    running = RunningLamps(daemon, open_pins("lamps-1", PINS))
    yield running
    running.stop()


async def shown(daemon: Any, count: int) -> list[Any]:
    while len(daemon.notes()) < count:
        await asyncio.sleep(0.005)
    return list(daemon.notes())


async def test_pins_follow_the_order_and_are_reported(daemon: Any, lamps: RunningLamps) -> None:
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


async def test_a_stuck_pin_is_named_once(daemon: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FACTORIES, "mock", lambda: MockFactory(pin_class=StuckPin))  # type: ignore[arg-type]
    running = RunningLamps(daemon, open_pins("lamps-1", PINS))
    try:
        for action in (2, 2, 1):
            daemon.order(ShowLamps(bank=None, action=action))
        notes = await shown(daemon, 3)
    finally:
        running.stop()
    assert notes[1:] == [LampStuck(lamp="action-2"), LampsShown(bank=None, action=1)]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"backend": "guess"}, "lamps-1: no backend guess; use one of gpio, lgpio, gpiod, mock"),
        ({"bank-pins": "2,3"}, "as many bank pins as action pins"),
        ({"bank-pins": "2,3,x"}, "lamps-1: bank-pins must list GPIO numbers"),
        ({"bank-pins": "2,3,5"}, "pin 5 is used twice"),
        ({"bank-pins": "2,3,40"}, "no pin 40; use GPIO numbers 0 to 27"),
        ({"colour": "red"}, "lamps-1: no option colour; use backend, bank-pins, action-pins"),
        ({"backend": "lgpio"}, "lamps-1: backend lgpio: "),
    ],
)
def test_bad_options_are_refused_in_one_line(change: dict[str, str], problem: str) -> None:
    with pytest.raises(DriverOptionError) as caught:
        open_pins("lamps-1", PINS | change)
    assert problem in str(caught.value)
