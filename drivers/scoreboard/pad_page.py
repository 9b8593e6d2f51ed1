"""The pad's page: its address, and a websocket for its presses and what they did."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import Field, TypeAdapter, ValidationError

from config.device import WebPadEntry
from config.game import Game
from config.table import TableAndGame
from config.words import ENGLISH, chosen_language
from controller.bus.client import DeviceClient, FeedClient
from controller.bus.messages import Beat
from controller.facts.board import Board
from controller.web.allowance import Allowance
from controller.web.listening import GOODBYE_LIMIT_S
from controller.web.own_host import is_own_page
from drivers.entry_pad.web_pad import KIND, NotTaken, Press, Recorded, WebPad
from drivers.scoreboard.follow import (
    HUB,
    KEYS,
    LARGEST_MESSAGE,
    SEND_LIMIT_S,
)
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.pad_picture import PadBeat, PadPicture, pad_picture
from drivers.scoreboard.pad_words import pad_words
from drivers.scoreboard.screens import WEB
from drivers.scoreboard.screens_seen import USUAL_TIMES, Drawn

BEAT_S: Final = 1.0
MOST_PADS: Final = 10
SCREEN: Final = "pad"
Message = PadPicture | PadBeat | Recorded | NotTaken
FROM_PAGE: TypeAdapter[Press | Drawn] = TypeAdapter(
    Annotated[Press | Drawn, Field(discriminator="kind")]
)


class PadPlace(NamedTuple):
    """Which device the page is, of which game, where its table runs and what it speaks."""

    device: str
    game: Game
    run_dir: Path
    language: str = ENGLISH


class PadPageSocket:
    """One open page in its language: messages queue here until they are sent."""

    def __init__(self, socket: web.WebSocketResponse, language: str = ENGLISH) -> None:
        self.socket = socket
        self.language = language
        self.queue: asyncio.Queue[Message] = asyncio.Queue()

    def tell(self, message: Message) -> None:
        """Queue a message for the page."""
        self.queue.put_nowait(message)


class PadServer:
    """Follows the table for every open page of the pad, and takes their presses."""

    def __init__(
        self, edition: str, game: Game, pad: WebPad, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._edition = edition
        self._game = game
        self._clock = clock
        self._heard = clock()
        self._board: Board | None = None
        self._has_trouble = False
        self._pictures: dict[str, PadPicture] = {}
        self.pad = pad
        self.pages: set[PadPageSocket] = set()

    async def follow(self, feed: FeedClient) -> None:
        """Keep the newest board, and give every page its picture."""
        async for item in feed.boards():
            self.take(item)

    def take(self, item: Board | Beat) -> None:
        """Learn a new board, or that the table lives."""
        self._heard = self._clock()
        if isinstance(item, Beat):
            self._has_trouble = bool(item.trouble)
        else:
            self._board, self._pictures = item, {}
            self.remind()

    def opened(self, page: PadPageSocket) -> None:
        """Show a new page how the table stands."""
        self.pages.add(page)
        self._show(page)
        self.pad.opened(page)

    def closed(self, page: PadPageSocket) -> None:
        """Forget a page."""
        self.pages.discard(page)
        self.pad.closed(page)

    def beat(self) -> PadBeat:
        """How long ago the table was heard."""
        return PadBeat(page=self._edition, age_ms=self._age_ms, trouble=self._has_trouble)

    @property
    def _age_ms(self) -> int:
        return round((self._clock() - self._heard) * 1000)

    def _show(self, page: PadPageSocket) -> None:
        if self._board is not None:
            picture = self._picture(self._board, page.language)
            page.tell(picture.model_copy(update={"age_ms": self._age_ms}))

    def _picture(self, board: Board, language: str) -> PadPicture:
        """The board in a language, drawn once for all pages that speak it."""
        if language not in self._pictures:
            self._pictures[language] = pad_picture(self._edition, board, self._game, language)
        return self._pictures[language]

    def remind(self) -> None:
        """Give every page the picture again: only an answer proves that it still draws."""
        for page in self.pages:
            self._show(page)

    async def keep_reminding(self) -> None:
        """Remind the pages until cancelled."""
        while True:
            await asyncio.sleep(USUAL_TIMES.again_s)
            self.remind()


PAD = web.AppKey("PAD", PadServer)
SPOKEN = web.AppKey("SPOKEN", str)


def pad_place(loaded: TableAndGame, run_dir: Path) -> PadPlace | None:
    """The web pad of a table, where its file names one."""
    for name, device in loaded.table.devices.items():
        if isinstance(device, WebPadEntry):
            return PadPlace(name, loaded.game, run_dir, loaded.table.scoreboard.language)
    return None


def add_pad(app: web.Application, place: PadPlace | None, edition: str) -> None:
    """Serve the pad while the application runs; without a web pad there is no such page."""
    if place is None:
        return
    app[SPOKEN] = place.language
    app.router.add_get("/pad", _page)
    app.router.add_get("/pad/words.json", _words)
    app.router.add_get("/pad/ws", _serve)

    async def running(app: web.Application) -> AsyncIterator[None]:
        client = DeviceClient(place.run_dir, place.device, KIND)
        feed = FeedClient(place.run_dir)
        app[PAD] = PadServer(edition, place.game, WebPad(place.device, client))
        server = app[PAD]
        work = (server.pad.run(), server.follow(feed), server.keep_reminding())
        tasks = [asyncio.create_task(each) for each in work]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        feed.close()
        client.close()

    app.cleanup_ctx.append(running)
    app.on_shutdown.append(_say_goodbye)


async def _page(request: web.Request) -> web.FileResponse:
    _check_key(request)
    return web.FileResponse(WEB / "pad.html")


def _check_key(request: web.Request) -> None:
    if not request.app[KEYS].opens_pad(request.query.get("key", "")):
        raise web.HTTPForbidden(text="this address has not the pad's key; use the link with key=")


def _language(request: web.Request) -> str:
    return chosen_language(request.query.get("lang", ""), request.app[SPOKEN])


async def _words(request: web.Request) -> web.Response:
    return web.json_response(text=pad_words(_language(request)).model_dump_json())


async def _serve(request: web.Request) -> web.WebSocketResponse:
    server = request.app[PAD]
    _check_key(request)
    # A browser always names where a page came from; a pad that presses keys must be ours.
    if not is_own_page(request):
        raise web.HTTPForbidden(text="only this table's own pad may press its keys")
    if len(server.pages) >= MOST_PADS:
        raise web.HTTPServiceUnavailable(text=f"{MOST_PADS} pads are open already; close some")
    socket = web.WebSocketResponse(timeout=GOODBYE_LIMIT_S, max_msg_size=LARGEST_MESSAGE)
    await socket.prepare(request)
    page = PadPageSocket(socket, _language(request))
    server.opened(page)
    feeding = asyncio.create_task(_feed(page, server, request.transport))
    try:
        await _listen(page, server, request.app[HUB])
    finally:
        feeding.cancel()
        server.closed(page)
        if not server.pages and socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            request.app[HUB].screen_closed(SCREEN)
    return socket


async def _listen(page: PadPageSocket, server: PadServer, hub: Hub) -> None:
    allowance = Allowance(time.monotonic())
    async for message in page.socket:
        if message.type is not WSMsgType.TEXT:
            continue
        if not allowance.spend(time.monotonic()):
            await page.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many")
            return
        try:
            told = FROM_PAGE.validate_json(message.data)
        except ValidationError:
            # Whoever sends anything else is no page of this server's edition.
            await page.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"not a press")
            return
        if isinstance(told, Press):
            server.pad.press(page, told)
        else:
            hub.screen_drew(told.model_copy(update={"screen": SCREEN}))


async def _feed(
    page: PadPageSocket, server: PadServer, transport: asyncio.Transport | None
) -> None:
    while True:
        message: Message = server.beat()
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_S):
                message = await page.queue.get()
        try:
            async with asyncio.timeout(SEND_LIMIT_S):
                await page.socket.send_str(message.model_dump_json())
        except (TimeoutError, ConnectionError):
            # A page that takes nothing for this long comes back by itself if it lives.
            if transport:
                transport.abort()
            return


async def _say_goodbye(app: web.Application) -> None:
    goodbyes = (page.socket.close(code=WSCloseCode.GOING_AWAY) for page in app[PAD].pages.copy())
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_LIMIT_S):
            await asyncio.gather(*goodbyes, return_exceptions=True)
