"""A device that is the house dealer's page: what is keyed in there, reported until recorded."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from controller.bus.messages import Ack
from controller.facts.events import DeviceConnected, DeviceLost, Event
from controller.facts.phrase import phrase
from drivers.runtime.bus import BusClient
from drivers.runtime.uplink import Uplink

FIRMWARE: Final = "page"
LOST_AFTER_S: Final = 5.0
# An echo must feel at once; a daemon that is away is asked less often.
SOON_S: Final = 0.004
LATER_S: Final = 0.25
EAGER_FOR_S: Final = 1.0
CLOSED: Final = phrase("lost-page")


class PageDevice:
    """One device of the table, however many pages are open."""

    def __init__(
        self, device: str, kind: str, client: BusClient, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._device = device
        self._kind = kind
        self._clock = clock
        self._uplink = Uplink(device, kind, client)
        self._wake = asyncio.Event()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._last = 0
        self._eager_until = 0.0
        self._seen_at = clock()
        self._is_linked: bool | None = None

    async def run(self) -> None:
        """Pass on what is keyed in until cancelled."""
        self._uplink.greet()
        while True:
            self.look(self._clock())
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience_s()):
                    await self._wake.wait()

    def seen(self) -> None:
        """A page of it is open in front of somebody who may key in."""
        self._seen_at = self._clock()
        if self._is_linked is not True:
            self._is_linked = True
            connected = DeviceConnected(
                device=self._device, device_kind=self._kind, firmware=FIRMWARE
            )
            self._report(connected)

    async def tell(self, event: Event) -> None:
        """Report an event; returns when it is in the record."""
        await self._report(event)

    def look(self, now: float) -> None:
        """Take what the daemon says, repeat what it did not acknowledge, notice a closed page."""
        for message in self._uplink.receive(now):
            if isinstance(message, Ack) and message.boot == self._uplink.boot:
                recorded = self._waiting.pop(message.sequence, None)
                if recorded is not None and not recorded.done():
                    recorded.set_result(None)
        if self._is_linked is not False and now - self._seen_at >= LOST_AFTER_S:
            self._is_linked = False
            self._report(DeviceLost(device=self._device, reason=CLOSED))
        self._uplink.tick(now)

    def _report(self, event: Event) -> asyncio.Future[None]:
        self._last += 1
        recorded = asyncio.get_running_loop().create_future()
        self._waiting[self._last] = recorded
        self._uplink.report(self._uplink.boot, self._last, event, self._clock())
        self._eager_until = self._clock() + EAGER_FOR_S
        self._wake.set()
        return recorded

    def _patience_s(self) -> float:
        is_eager = self._uplink.pending and self._clock() < self._eager_until
        return SOON_S if is_eager else LATER_S
