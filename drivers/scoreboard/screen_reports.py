"""The scoreboard as a device of its table: tells the daemon which screens draw."""

import asyncio
import time
from typing import Final

from drivers.runtime.bus import BusClient
from drivers.runtime.uplink import Uplink
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screens_seen import DEVICE

LOOK_EVERY_S: Final = 0.25
# While the daemon is away or refuses, old news of the screens is not worth keeping.
MOST_WAITING: Final = 50


class ScreenReports:
    """Looks at the screens four times a second; losing them never stops the table."""

    def __init__(self, hub: Hub, client: BusClient) -> None:
        self._hub = hub
        self._uplink = Uplink(DEVICE, DEVICE, client)

    async def run(self) -> None:
        """Report until cancelled."""
        self._uplink.greet()
        while True:
            self.look(time.monotonic())
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self, now: float) -> None:
        """Take what the daemon says, report what is new, repeat what is not acknowledged."""
        self._uplink.receive(now)
        if self._uplink.pending < MOST_WAITING:
            for event in self._hub.news_of_screens():
                self._uplink.note(event, now)
        self._uplink.tick(now)
