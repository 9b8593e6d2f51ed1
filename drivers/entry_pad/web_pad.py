"""The entry pad as a web page: the page is the device, this passes its presses to the daemon."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final, Literal, Protocol

from pydantic import Field

from config.wire_document import load_wire
from controller.bus.messages import Ack
from controller.facts.events import DeviceConnected, DeviceLost, Event
from controller.facts.fact import Fact, Text
from drivers.entry_pad.protocol import EntryPadProtocol
from drivers.runtime.bus import BusClient
from drivers.runtime.uplink import Uplink
from drivers.wire.codec import wire_message

KIND: Final = "entry-pad"
# Above every boot a device or a driver chooses, and exact in a page's arithmetic.
LEAST_BOOT: Final = 2**33
MOST_BOOT: Final = 2**53 - 1
LOST_AFTER_S: Final = 5.0
# An echo must feel at once; a daemon that is away is asked less often.
SOON_S: Final = 0.005
LATER_S: Final = 0.25
EAGER_FOR_S: Final = 1.0
CLOSED: Final = "no page of it is open; open /pad of the desk on the touch screen"


class Press(Fact):
    """A key pressed on a page, under the page's own numbers; sent again until recorded."""

    kind: Literal["press"] = "press"
    boot: Annotated[int, Field(ge=LEAST_BOOT, le=MOST_BOOT)]
    sequence: Annotated[int, Field(ge=1, le=MOST_BOOT)]
    key: Annotated[str, Field(max_length=40)]
    is_long: bool
    at_ms: Annotated[int, Field(ge=0, le=MOST_BOOT)]


class Recorded(Fact):
    """The press is in the record: the key may light."""

    kind: Literal["recorded"] = "recorded"
    boot: int
    sequence: int


class NotTaken(Fact):
    """The press cannot be taken at all and is not sent again."""

    kind: Literal["not_taken"] = "not_taken"
    boot: int
    sequence: int
    reason: Text


class PadPage(Protocol):
    """Where the answers to a page's presses go."""

    def tell(self, message: Recorded | NotTaken) -> None:
        """Queue a message for the page."""


class WebPad:
    """One entry pad, however many pages of it are open."""

    def __init__(
        self, device: str, client: BusClient, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._device = device
        self._clock = clock
        self._uplink = Uplink(device, KIND, client)
        self._pages: set[PadPage] = set()
        self._waiting: dict[tuple[int, int], set[PadPage]] = {}
        self._wake = asyncio.Event()
        self._eager_until = 0.0
        self._closed_at: float | None = clock()
        self._is_told_of = False
        self._keys = frozenset(load_wire(KIND).by_name["key_pressed"].fields[0].values)

    async def run(self) -> None:
        """Pass presses on until cancelled."""
        self._uplink.greet()
        while True:
            self.look(self._clock())
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience_s()):
                    await self._wake.wait()

    def opened(self, page: PadPage) -> None:
        """A page of the pad was opened."""
        self._pages.add(page)
        self._closed_at = None
        if not self._is_told_of:
            self._is_told_of = True
            self._note(DeviceConnected(device=self._device, device_kind=KIND, firmware="web"))

    def closed(self, page: PadPage) -> None:
        """A page of the pad went away; its presses stay under way."""
        self._pages.discard(page)
        for pages in self._waiting.values():
            pages.discard(page)
        if not self._pages:
            self._closed_at = self._clock()

    def press(self, page: PadPage, press: Press) -> None:
        """Report a press; the page hears of it when it is in the record."""
        if press.key not in self._keys:
            reason = f"no key {press.key}; load the page again"
            page.tell(NotTaken(boot=press.boot, sequence=press.sequence, reason=reason))
            return
        self._waiting.setdefault((press.boot, press.sequence), set()).add(page)
        event = event_of(press)
        self._uplink.report(press.boot, press.sequence, event, self._clock())
        self._hurry()

    def look(self, now: float) -> None:
        """Take what the daemon says, repeat what it did not acknowledge, notice closed pages."""
        for message in self._uplink.receive(now):
            if isinstance(message, Ack):
                self._tell_recorded(message.boot, message.sequence)
        if self._closed_at is not None and now - self._closed_at >= LOST_AFTER_S:
            self._closed_at, self._is_told_of = None, False
            self._note(DeviceLost(device=self._device, reason=CLOSED))
        self._uplink.tick(now)

    def _tell_recorded(self, boot: int, sequence: int) -> None:
        for page in self._waiting.pop((boot, sequence), ()):
            page.tell(Recorded(boot=boot, sequence=sequence))

    def _patience_s(self) -> float:
        is_eager = self._uplink.pending and self._clock() < self._eager_until
        return SOON_S if is_eager else LATER_S

    def _note(self, event: DeviceConnected | DeviceLost) -> None:
        self._uplink.note(event, self._clock())
        self._hurry()

    def _hurry(self) -> None:
        self._eager_until = self._clock() + EAGER_FOR_S
        self._wake.set()


def event_of(press: Press) -> Event:
    """What a press stands for, at the page's own time."""
    length = "long" if press.is_long else "short"
    protocol = EntryPadProtocol(lambda: press.at_ms)
    event = protocol.event(wire_message("key_pressed", key=press.key, press=length))
    assert event is not None
    return event
