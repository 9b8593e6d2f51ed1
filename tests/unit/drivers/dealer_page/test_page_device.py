"""A device that is a page: there while a page is open, and each event once in the record."""

import asyncio
from collections.abc import Sequence

from controller.bus.messages import Ack, DaemonMessage, DriverMessage, Report
from controller.facts.cards import Card
from controller.facts.events import CardDrawn
from drivers.dealer_page.page_device import LOST_AFTER_S, PageDevice


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

    @property
    def told(self) -> str:
        return self.reports[-1].event.kind

    def record(self) -> None:
        last = self.reports[-1]
        self.waiting.append(Ack(boot=last.boot, sequence=last.sequence))


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_an_event_is_told_when_it_is_in_the_record() -> None:
    bus, clock = Bus(), Clock()
    device = PageDevice("shoe-1", "shoe", bus, clock)
    telling = asyncio.create_task(device.tell(CardDrawn(card=Card("Ah"))))
    await asyncio.sleep(0)
    assert [report.event for report in bus.reports] == [CardDrawn(card=Card("Ah"))]
    device.look(clock.now)
    assert not telling.done()
    bus.record()
    device.look(clock.now)
    await telling


async def test_it_is_there_while_a_page_is_open_and_lost_soon_after() -> None:
    bus, clock = Bus(), Clock()
    device = PageDevice("shoe-1", "shoe", bus, clock)
    device.seen()
    assert bus.told == "device_connected"
    bus.record()
    device.seen()
    device.look(clock.now)
    assert len(bus.reports) == 1
    clock.now += LOST_AFTER_S
    device.look(clock.now)
    assert bus.told == "device_lost"
    bus.record()
    device.look(clock.now)
    device.seen()
    assert bus.told == "device_connected"
