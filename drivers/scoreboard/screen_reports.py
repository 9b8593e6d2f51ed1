"""The scoreboard as a device of its table: tells the daemon which screens draw."""

import asyncio
import time
from typing import Final

from controller.bus.messages import Ack, DaemonMessage, DriverMessage, Refused
from drivers.runtime.bus import BusClient
from drivers.runtime.outbox import Outbox
from drivers.runtime.relay import driver_boot
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screens_seen import DEVICE

LOOK_EVERY_S: Final = 0.25
# While the daemon is away or refuses, old news of the screens is not worth keeping.
MOST_WAITING: Final = 50


class ScreenReports:
    """Looks at the screens four times a second; losing them never stops the table."""

    def __init__(self, hub: Hub, client: BusClient) -> None:
        self._hub = hub
        self._client = client
        self._outbox = Outbox(DEVICE, DEVICE, driver_boot())

    async def run(self) -> None:
        """Report until cancelled."""
        self._send(self._outbox.greet())
        while True:
            self.look(time.monotonic())
            await asyncio.sleep(LOOK_EVERY_S)

    def look(self, now: float) -> None:
        """Take what the daemon says, report what is new, repeat what is not acknowledged."""
        for message in self._client.receive():
            self._take(message, now)
        if self._outbox.pending < MOST_WAITING:
            for event in self._hub.news_of_screens():
                self._send(self._outbox.report_own(event, now))
        self._send(self._outbox.tick(now))

    def _take(self, message: DaemonMessage, now: float) -> None:
        if isinstance(message, Ack):
            self._send(self._outbox.acknowledge(message, now))
        elif isinstance(message, Refused):
            self._outbox.refused(message)
        self._send(self._outbox.heard(now))

    def _send(self, messages: list[DriverMessage]) -> None:
        for message in messages:
            self._client.send(message)
