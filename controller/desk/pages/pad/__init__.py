"""The entry pad on a touch screen: the page is the device, and each press counts once."""

import asyncio
from collections.abc import Mapping
from typing import ClassVar

from config.device import WebPadEntry
from config.wire_document import load_wire
from config.words import words
from controller.bus.client import DeskError, DeviceClient
from controller.desk.page import DeskSite, Sight, StaffPage
from controller.desk.pages.pad.picture import PadPicture, pad_picture
from controller.desk.visit import Visit
from controller.facts.fact import Fact
from controller.facts.roles import ActingRole
from drivers.entry_pad.web_pad import KIND, NotTaken, Press, Recorded, WebPad


class Waiting:
    """Waits for what becomes of one press."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[Recorded | NotTaken] = asyncio.Future()

    def tell(self, message: Recorded | NotTaken) -> None:
        """Take the answer."""
        if not self.answer.done():
            self.answer.set_result(message)


class PadPage(StaffPage):
    """The keys of the web pad of a table, where its file names one."""

    name = "pad"
    roles: ClassVar[frozenset[ActingRole]] = frozenset({"dealer", "floor"})
    takes = (Press,)
    opens_by_key = True

    def __init__(self, site: DeskSite) -> None:
        super().__init__(site)
        device = web_pad_of(site)
        self._client = DeviceClient(site.run_dir, device, KIND) if device else None
        self._pad = WebPad(device, self._client) if self._client else None
        self._pages: dict[object, Waiting] = {}

    def is_offered(self) -> bool:
        """Whether the table has a web pad."""
        return self._pad is not None

    async def run(self) -> None:
        """Pass presses on while the desk is open."""
        if self._pad and self._client:
            try:
                await self._pad.run()
            finally:
                self._client.close()
        await super().run()

    def opened(self, page: object) -> None:
        """A touch screen shows the pad: the device is there."""
        if self._pad:
            self._pages[page] = Waiting()
            self._pad.opened(self._pages[page])

    def closed(self, page: object) -> None:
        """A touch screen went away; with the last one the device is lost."""
        if self._pad and page in self._pages:
            self._pad.closed(self._pages.pop(page))

    def words(self, language: str) -> Mapping[str, str]:
        """The words of the page, and what stands on its keys."""
        said = words(language)
        return {**super().words(language), **{f"key-{key}": said.key(key) for key in pad_keys()}}

    async def show(self, visit: Visit, sight: Sight) -> PadPicture:
        """The keys that are due."""
        del visit
        return pad_picture(sight.board, self.site.loaded.game, sight.language)

    async def do(self, visit: Visit, request: Fact) -> None:
        """Report a press; it is done when it is in the record."""
        del visit
        assert isinstance(request, Press)
        waiting = Waiting()
        if self._pad is None:
            raise DeskError("this table has no web pad; add one to its file")
        self._pad.press(waiting, request)
        answer = await waiting.answer
        if isinstance(answer, NotTaken):
            raise DeskError(answer.reason)


def web_pad_of(site: DeskSite) -> str:
    """The name of the web pad in the table file; none: empty."""
    devices = site.loaded.table.devices.items()
    return next((name for name, entry in devices if isinstance(entry, WebPadEntry)), "")


def pad_keys() -> tuple[str, ...]:
    """Every key a pad may have."""
    return tuple(load_wire(KIND).by_name["key_pressed"].fields[0].values)


PAGE = PadPage
