"""The web pad between its pages and the daemon: each press once, whoever starts again."""

from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from controller.bus.messages import Ack, DaemonMessage, DriverMessage, Report, Welcome
from controller.facts.events import (
    BankAccepted,
    DeviceConnected,
    DeviceLost,
    KeyPressed,
    ShoeLoaded,
    WagerRemoved,
)
from drivers.entry_pad.web_pad import (
    LEAST_BOOT,
    LOST_AFTER_S,
    NotTaken,
    Press,
    Recorded,
    WebPad,
    event_of,
)

BOOT = LEAST_BOOT + 5


class Bus:
    """The daemon's end, in the test's hand."""

    def __init__(self) -> None:
        self.sent: list[DriverMessage] = []
        self.waiting: list[DaemonMessage] = []

    def send(self, message: DriverMessage) -> None:
        self.sent.append(message)

    def receive(self) -> list[DaemonMessage]:
        waiting, self.waiting = self.waiting, []
        return waiting

    def renew(self) -> None:
        """Nothing is open."""

    def wait(self, _fds: Sequence[int], _timeout_s: float) -> set[int]:
        return set()

    def close(self) -> None:
        return

    @property
    def reports(self) -> list[Report]:
        return [message for message in self.sent if isinstance(message, Report)]


class Page:
    def __init__(self) -> None:
        self.told: list[Recorded | NotTaken] = []

    def tell(self, message: Recorded | NotTaken) -> None:
        self.told.append(message)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def pad(bus: Bus, clock: Clock) -> WebPad:
    made = WebPad("pad-web", bus, clock)
    bus.waiting.append(Welcome(table="t"))
    made.look(clock.now)
    return made


def press(sequence: int, key: str = "banker", is_long: bool = False) -> Press:
    return Press(boot=BOOT, sequence=sequence, key=key, is_long=is_long, at_ms=1000)


def acknowledge(pad: WebPad, bus: Bus, clock: Clock) -> None:
    last = bus.reports[-1]
    bus.waiting.append(Ack(boot=last.boot, sequence=last.sequence))
    pad.look(clock.now)


def test_a_press_stands_for_what_the_same_key_of_a_real_pad_does() -> None:
    assert event_of(press(1)) == KeyPressed(key="banker", is_long=False, at_ms=1000)
    assert event_of(press(1, "bank-yes")) == BankAccepted()
    assert event_of(press(1, "seat-4", is_long=True)) == WagerRemoved(seat=4)
    assert event_of(press(1, "new-shoe-8", is_long=True)) == ShoeLoaded(decks=8)
    assert event_of(press(1, "new-shoe-8")) == KeyPressed(
        key="new-shoe-8", is_long=False, at_ms=1000
    )


async def test_a_press_is_reported_under_the_pages_own_numbers(pad: WebPad, bus: Bus) -> None:
    pad.press(Page(), press(1))
    assert (bus.reports[-1].boot, bus.reports[-1].sequence) == (BOOT, 1)


async def test_the_page_hears_of_a_press_when_it_is_recorded(
    pad: WebPad, bus: Bus, clock: Clock
) -> None:
    page = Page()
    pad.press(page, press(1))
    assert page.told == []
    acknowledge(pad, bus, clock)
    assert page.told == [Recorded(boot=BOOT, sequence=1)]


async def test_a_press_sent_again_is_not_a_second_one(pad: WebPad, bus: Bus, clock: Clock) -> None:
    first, again = Page(), Page()
    pad.press(first, press(1))
    pad.press(again, press(1))
    assert len(bus.reports) == 1
    acknowledge(pad, bus, clock)
    assert first.told == again.told == [Recorded(boot=BOOT, sequence=1)]


async def test_presses_go_out_one_by_one_in_their_order(
    pad: WebPad, bus: Bus, clock: Clock
) -> None:
    page = Page()
    for sequence in (1, 2, 3):
        pad.press(page, press(sequence))
    assert [report.sequence for report in bus.reports] == [1]
    acknowledge(pad, bus, clock)
    acknowledge(pad, bus, clock)
    assert [report.sequence for report in bus.reports] == [1, 2, 3]


async def test_an_unanswered_press_is_sent_again(pad: WebPad, bus: Bus, clock: Clock) -> None:
    pad.press(Page(), press(1))
    clock.now += 1.5
    bus.waiting.append(Welcome(table="t"))
    pad.look(clock.now)
    assert [report.sequence for report in bus.reports] == [1, 1]


async def test_a_key_that_is_none_is_refused_and_never_reported(pad: WebPad, bus: Bus) -> None:
    page = Page()
    pad.press(page, press(1, "seat-99"))
    assert isinstance(page.told[0], NotTaken)
    assert bus.reports == []


async def test_the_pad_is_there_while_a_page_is_open(pad: WebPad, bus: Bus, clock: Clock) -> None:
    page = Page()
    pad.opened(page)
    acknowledge(pad, bus, clock)
    pad.closed(page)
    pad.look(clock.now)
    assert [type(report.event) for report in bus.reports] == [DeviceConnected]
    clock.now += LOST_AFTER_S
    pad.look(clock.now)
    assert [type(report.event) for report in bus.reports] == [DeviceConnected, DeviceLost]


async def test_a_reloaded_page_is_not_a_lost_pad(pad: WebPad, bus: Bus, clock: Clock) -> None:
    first, second = Page(), Page()
    pad.opened(first)
    acknowledge(pad, bus, clock)
    pad.closed(first)
    clock.now += LOST_AFTER_S / 2
    pad.opened(second)
    clock.now += LOST_AFTER_S
    pad.look(clock.now)
    assert [type(report.event) for report in bus.reports] == [DeviceConnected]


@pytest.mark.parametrize("boot", [0, LEAST_BOOT - 1, 2**53])
def test_a_page_cannot_speak_under_the_numbers_of_a_device(boot: int) -> None:
    with pytest.raises(ValidationError):
        Press(boot=boot, sequence=1, key="enter", is_long=False, at_ms=0)
