"""The test of a device at a running table: one at a time, ended when it is forgotten."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from controller.bus.desk_messages import EndTest, LightLamps, StartTest
from controller.daemon.authority import OfDrivers
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    Event,
)
from controller.facts.events.trials import TESTED
from controller.facts.orders import Order, ShowLamps
from controller.facts.phrase import Phrase, phrase
from controller.record.row import event_text
from controller.table.state import TableState
from controller.table.trials import TESTED_KINDS, why_not_now

TestRequest = StartTest | EndTest | LightLamps
# A technician who has gone away must not keep the table from playing.
FORGOTTEN_AFTER_S: Final = 300.0
BY_THE_DAEMON: Final = "the daemon"
# Of these kinds everything that is seen in a test is the test's; of a shoe only its cards are.
UNPLAYED_KINDS: Final = frozenset({"dice-cup", "entry-pad", "shuffler"})


class Orders(Protocol):
    """What a test needs of those who tell devices what to do."""

    def order(self, device: str, order: Order) -> None:
        """Tell a device something at once."""

    def forget(self, device: str) -> None:
        """Let the device be told anew what the table wants."""


class Trials:
    """Knows which device is tried, turns its reports away from play, and sends its orders."""

    def __init__(
        self,
        table: Callable[[], TableState],
        orders: Orders,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._orders = orders
        self._clock = clock
        self._used_at = 0.0
        self.device: str | None = None

    def left_open(self) -> DeviceTestEnded | None:
        """The end of a test that an earlier start left: nobody is there who made it."""
        hold = self._table().hold
        if hold is None or hold.name != TESTED:
            return None
        return DeviceTestEnded(device=str(hold.seen.arguments["device"]), by=BY_THE_DAEMON)

    def asked(
        self, request: TestRequest, person: str
    ) -> DeviceTestStarted | DeviceTestEnded | Phrase | None:
        """The event of what a person asks for, or why it cannot be; a light is no event."""
        match request:
            case StartTest(device=device):
                wrong = self._why_not(device, self._table())
                return wrong or DeviceTestStarted(device=device, by=person)
            case EndTest(device=device) if device == self.device:
                return DeviceTestEnded(device=device, by=person)
            case LightLamps(device=device) if device == self.device:
                is_lamps = self._table().rules.devices[device] == "lamps"
                return None if is_lamps else phrase("test-no-lamps", device=device)
        return phrase("test-not-open", device=request.device)

    def _why_not(self, device: str, table: TableState) -> Phrase | None:
        kind = table.rules.devices.get(device)
        if kind is None or kind not in TESTED_KINDS:
            return phrase("test-none", device=device)
        if self.device is not None:
            return phrase("test-open", device=self.device)
        return why_not_now(table)

    def take(self, request: TestRequest) -> None:
        """Do what was asked for, after it is in the record."""
        self._used_at = self._clock()
        match request:
            case StartTest(device=device):
                self.device = device
            case EndTest():
                self.close()
            case LightLamps(device=device, seat=seat):
                self._orders.order(device, ShowLamps(bank=seat, action=seat))

    def close(self) -> None:
        """The device is the table's again, and is told what the table wants of it."""
        if self.device is not None:
            self._orders.forget(self.device)
        self.device = None

    def forgotten(self) -> DeviceTestEnded | None:
        """The end of a test that nobody goes on with, or whose hold was ruled away."""
        if self.device is None:
            return None
        is_left = self._clock() - self._used_at > FORGOTTEN_AFTER_S
        if not is_left and self._table().hold is not None:
            return None
        return DeviceTestEnded(device=self.device, by=BY_THE_DAEMON)

    def unplayed(self, device: str, kind: str, event: Event) -> Event:
        """What a device under test reports is the test's, where it would be played else."""
        if device != self.device or isinstance(event, OfDrivers):
            return event
        if kind not in UNPLAYED_KINDS and not isinstance(event, CardDrawn | CardUnreadable):
            return event
        self._used_at = self._clock()
        return DeviceTestSeen(device=device, content=event_text(event).decode())
