"""The scoreboard as a device of its table: tells the daemon whether its screens draw."""

import asyncio
import time
from typing import Final

from controller.bus.messages import ScreensState
from controller.facts.events import DeviceConnected
from controller.facts.phrase import Reason
from drivers.runtime.bus import BusClient
from drivers.runtime.uplink import Uplink
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screens_seen import DEVICE

LOOK_EVERY_S: Final = 0.25
# Said again now and then, for a daemon that started meanwhile.
AGAIN_S: Final = 2.0


class ScreenReports:
    """Looks at the screens four times a second; the record has the scoreboard's start alone."""

    def __init__(self, hub: Hub, client: BusClient, page: str = "") -> None:
        self._hub = hub
        self._client = client
        self._page = page
        self._uplink = Uplink(DEVICE, DEVICE, client)
        self._told: Reason | None = None
        self._due = 0.0

    async def run(self) -> None:
        """Report until cancelled."""
        self._uplink.greet()
        here = DeviceConnected(device=DEVICE, device_kind=DEVICE, firmware=self._page)
        self._uplink.note(here, time.monotonic())
        while True:
            self.look(time.monotonic())
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self, now: float) -> None:
        """Take what the daemon says, tell how the screens are, repeat what is not acknowledged."""
        self._uplink.receive(now)
        trouble = self._hub.screen_trouble()
        if trouble is not None and (trouble != self._told or now >= self._due):
            self._told, self._due = trouble, now + AGAIN_S
            self._client.send(ScreensState(device=DEVICE, trouble=trouble))
        self._uplink.tick(now)
