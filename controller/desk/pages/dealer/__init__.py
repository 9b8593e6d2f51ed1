"""The house dealer's page: what is expected next, and every key for it."""

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from config.words import words
from controller.bus.client import AnswersClient, DeskError, DeviceClient
from controller.desk.page import DeskSite, Sight, StaffPage
from controller.desk.pages.dealer.key_in import KeyedIn, KeyIn, outcome_of
from controller.desk.pages.dealer.picture import DealerPicture, picture_of
from controller.desk.visit import Visit
from controller.facts.board import Board
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.facts.roles import ActingRole
from drivers.dealer_page.offered import is_offered
from drivers.dealer_page.offering import Offering, Site
from drivers.dealer_page.page_device import PageDevice

# Whose hands the keys are for; what a key reports is a device's word, not a person's.
KEYING: Final[frozenset[ActingRole]] = frozenset({"dealer", "floor", "emergency"})
# How long the picture of what was keyed in is waited for.
PICTURE_S: Final = 1.0
OLD: Final = phrase("keys-have-changed")


class DealerPage(StaffPage):
    """The devices of the table that are a page, and the page itself."""

    name = "dealer"
    roles = KEYING
    takes = (KeyIn,)
    opens_by_key = True

    def __init__(self, site: DeskSite) -> None:
        super().__init__(site)
        self._kinds = site.loaded.table.page_devices
        self._devices: dict[str, PageDevice] = {}
        self._offering = lru_cache(maxsize=None)(self._offering_in)
        self._board: Board | None = None
        self._newer = asyncio.Condition()
        self._turn = asyncio.Lock()

    def is_offered(self) -> bool:
        """Whether anything at the table is a page."""
        return bool(self._kinds)

    async def run(self) -> None:
        """Be the devices while the desk is open."""
        clients = {
            name: DeviceClient(self.site.run_dir, name, kind) for name, kind in self._kinds.items()
        }
        self._devices = {
            name: PageDevice(name, self._kinds[name], client) for name, client in clients.items()
        }
        try:
            work = (device.run() for device in self._devices.values())
            await asyncio.gather(*work, asyncio.Event().wait())
        finally:
            for client in clients.values():
                client.close()

    async def show(self, visit: Visit, sight: Sight) -> DealerPicture:
        """The table as the house dealer needs it."""
        if may_key(visit):
            for device in self._devices.values():
                device.seen()
        await self._note(sight.board)
        offer = self._offering(sight.language).of(sight.board)
        return picture_of(sight.board, self.site.loaded, offer, sight.words)

    async def do(self, visit: Visit, request: Fact) -> KeyedIn:
        """Report what was keyed in, one act after the other, if it is still offered."""
        assert isinstance(request, KeyIn)
        if not may_key(visit):
            told = phrase("keys-not-granted", role=visit.role or "")
            raise DeskError("the keys of this page are the house dealer's", told)
        # Two pages may touch at once: the second one is measured by what the first one did.
        async with self._turn:
            board = self._board
            if board is None or not is_offered(self._offering("en").of(board), request.acts):
                raise DeskError("the table has gone on; look again", OLD)
            for act in request.acts:
                await self._devices[act.device].tell(act.event)
            return KeyedIn(number=await self._number_after(board.number))

    async def outcome(self, visit: Visit, request: Fact, seen: int) -> KeyedIn | None:
        """A key that was touched as the desk was killed: by the record, or nobody can say."""
        assert isinstance(request, KeyIn)
        if not may_key(visit) or not seen:
            return None
        rows = await asyncio.to_thread(AnswersClient(self.site.run_dir).history, seen)
        became = outcome_of(request.acts, rows)
        if became == "not-done":
            raise DeskError("it was not done; touch it again", phrase("outcome-not-done"))
        return KeyedIn(number=seen + 1) if became == "done" else None

    def _offering_in(self, language: str) -> Offering:
        devices: Mapping[str, str] = {kind: name for name, kind in self._kinds.items()}
        return Offering(Site(self.site.loaded.game, devices), words(language))

    async def _note(self, board: Board) -> None:
        if self._board is None or board.number != self._board.number:
            self._board = board
            async with self._newer:
                self._newer.notify_all()

    async def _number_after(self, number: int) -> int:
        """The number of the picture that shows what was keyed in."""
        try:
            async with asyncio.timeout(PICTURE_S), self._newer:
                await self._newer.wait_for(lambda: self._board_number() > number)
        except TimeoutError:
            return number
        return self._board_number()

    def _board_number(self) -> int:
        return self._board.number if self._board else 0


def may_key(visit: Visit) -> bool:
    """Whether this person deals, or nobody logs in at this screen."""
    return visit.role is None or visit.role in KEYING


PAGE = DealerPage
