"""The addresses of the desk: pages with their files and words, each for who may open it."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from aiohttp import ClientConnectionError, WSCloseCode, web

import controller.desk.pages as pages_package
from config.network import is_loopback
from config.words import chosen_language, language_file, languages, page_words
from controller.alarms.signals import SIGNALS
from controller.bus.client import DeskError
from controller.desk.badge_reader import BadgeReader
from controller.desk.once import Once
from controller.desk.page import PageForStaff
from controller.desk.page_socket import LOGGED_OUT, PageSocket, Watch
from controller.desk.visit import Door, Visit, is_over, visit_of
from controller.facts.fact import Fact
from controller.web.codes import code_of, known_as
from controller.web.listening import GOODBYE_LIMIT_S
from controller.web.own_host import is_own_page
from controller.web.page_keys import opens
from controller.web.shared_files import page_edition

WEB: Final = Path(__file__).parent / "web"
PAGES: Final = Path(pages_package.__file__).parent
LARGEST_MESSAGE: Final = 16_384
MOST_PAGES: Final = 40
FILE: Final = r"[a-z0-9_-]+(?:/[a-z0-9_-]+)*\.(?:js|css|svg)"
# Where a person chooses a page; without it, the first page there is.
START: Final = "start"
SHELL: Final = (WEB / "page.html").read_text(encoding="utf-8")


class OpenDesk:
    """What all addresses of one desk share."""

    def __init__(
        self,
        door: Door,
        watch: Watch,
        pages: Mapping[str, PageForStaff],
        cookie: str,
        *,
        css: str,
        language: str,
        pad_key: str = "",
        folder: Path = PAGES,
        names: tuple[str, ...] = (),
        badges: BadgeReader | None = None,
    ) -> None:
        self.door = door
        self.watch = watch
        self.pages = pages
        self.cookie = cookie
        self.pad_key = pad_key
        self.css = css
        self.language = language
        self.folder = folder
        self.edition = page_edition([WEB, folder], [css.encode()])
        self.names = names
        self.badges = badges
        self.once = Once()
        self.sockets: set[PageSocket] = set()


DESK = web.AppKey("DESK", OpenDesk)


class LanguageTitle(Fact):
    """A language to choose, as it calls itself."""

    code: str
    title: str


class WordsOfPage(Fact):
    """What a page says by itself, and what every page says."""

    language: str
    languages: tuple[LanguageTitle, ...]
    kit: Mapping[str, str]
    page: Mapping[str, str]


def add_pages(app: web.Application) -> None:
    """Serve every page, its files, its words and its websocket."""
    app.router.add_get("/", _start)
    if START not in app[DESK].pages:
        app.router.add_get(f"/{START}", _start)
    app.router.add_get("/theme.css", _theme)
    app.router.add_get("/healthz", _health)
    app.router.add_static("/kit/", WEB / "kit")
    app.router.add_get("/words/{page}.json", _words)
    app.router.add_get("/signals.json", _signals)
    app.router.add_get(f"/pages/{{page}}/{{file:{FILE}}}", _file)
    names = "|".join(map(re.escape, app[DESK].pages))
    app.router.add_get(f"/{{page:{names}}}", _page)
    app.router.add_get(f"/{{page:{names}}}/ws", _follow)
    app.router.add_get(f"/codes/{{page:{names}}}.svg", _code)
    app.on_shutdown.append(_say_goodbye)


def language_of(request: web.Request) -> str:
    """The language the page asks for, the person's last choice, or the table's own."""
    usual = chosen_language(request.cookies.get("language", ""), request.app[DESK].language)
    return chosen_language(request.query.get("lang", ""), usual)


async def _start(request: web.Request) -> web.Response:
    pages = request.app[DESK].pages
    raise web.HTTPFound(f"/{START if START in pages else next(iter(pages))}")


async def _theme(request: web.Request) -> web.Response:
    return web.Response(text=request.app[DESK].css, content_type="text/css")


async def _health(request: web.Request) -> web.Response:
    return web.json_response(text=request.app[DESK].watch.health().model_dump_json())


async def _signals(_request: web.Request) -> web.Response:
    return web.json_response({name: each.model_dump() for name, each in SIGNALS.items()})


async def _code(request: web.Request) -> web.Response:
    """Where another machine finds a page; it leads to the log-in, and no key is in it."""
    names = request.app[DESK].names
    return code_of(f"{known_as(names, request)}/{request.match_info['page']}")


async def _words(request: web.Request) -> web.Response:
    language, name, pages = (
        language_of(request),
        request.match_info["page"],
        request.app[DESK].pages,
    )
    said = page_words(language)
    body = WordsOfPage(
        language=language,
        languages=tuple(_titles()),
        kit=said["kit"],
        page=pages[name].words(language) if name in pages else said.get(name, {}),
    )
    return web.json_response(text=body.model_dump_json())


def _titles() -> Iterator[LanguageTitle]:
    for code in languages():
        yield LanguageTitle(code=code, title=language_file(code).title)


async def _file(request: web.Request) -> web.FileResponse:
    name, file = request.match_info["page"], request.match_info["file"]
    path = request.app[DESK].folder / name.replace("-", "_") / file
    if name not in request.app[DESK].pages or not path.is_file():
        raise web.HTTPNotFound(text=f"no file {file} of page {name}; load the page again")
    return web.FileResponse(path)


async def _page(request: web.Request) -> web.Response:
    name = request.match_info["page"]
    try:
        await _visit(request, request.app[DESK].pages[name])
    except DeskError:
        raise web.HTTPFound(f"/log-in?to=/{name}") from None
    return web.Response(text=SHELL.replace("PAGE", name), content_type="text/html")


async def _visit(request: web.Request, page: PageForStaff) -> Visit:
    desk = request.app[DESK]
    if page.opens_by_key and opens(request.query.get("key", ""), desk.pad_key):
        return Visit(desk.door)
    return await visit_of(desk.door, request.cookies.get(desk.cookie, ""))


async def _follow(request: web.Request) -> web.WebSocketResponse:
    # A browser always names where a page came from; one that acts must be ours.
    if not is_own_page(request):
        raise web.HTTPForbidden(text="only the desk's own pages may act here")
    desk = request.app[DESK]
    if len(desk.sockets) >= MOST_PAGES:
        raise web.HTTPServiceUnavailable(text=f"{MOST_PAGES} pages are open already; close some")
    page = desk.pages[request.match_info["page"]]
    socket = web.WebSocketResponse(timeout=GOODBYE_LIMIT_S, max_msg_size=LARGEST_MESSAGE)
    try:
        visit = await _visit(request, page)
    except DeskError as error:
        await socket.prepare(request)
        if is_over(error):
            await socket.close(code=LOGGED_OUT, message=b"logged out")
        return socket
    await socket.prepare(request)
    spoken = language_of(request)
    # The reader stands beside this machine's own screen: no other screen has its badges.
    badges = desk.badges if is_loopback(request.remote or "") else None
    await _serve(
        desk, PageSocket(socket, page, visit, spoken, desk.edition, desk.watch.drew, badges)
    )
    return socket


async def _serve(desk: OpenDesk, page: PageSocket) -> None:
    desk.sockets.add(page)
    page.opened()
    feeding = asyncio.create_task(_feed(desk, page))
    try:
        await page.listen(desk.once)
    finally:
        feeding.cancel()
        desk.sockets.discard(page)
        page.closed()


async def _feed(desk: OpenDesk, page: PageSocket) -> None:
    try:
        await page.feed(desk.watch)
    except (TimeoutError, ClientConnectionError, DeskError):
        # A page that takes nothing, or cannot be drawn now, comes back by itself if it lives.
        with suppress(ClientConnectionError):
            await page.socket.close(code=WSCloseCode.TRY_AGAIN_LATER)


async def _say_goodbye(app: web.Application) -> None:
    goodbyes = [page.socket.close(code=WSCloseCode.GOING_AWAY) for page in app[DESK].sockets]
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_LIMIT_S):
            await asyncio.gather(*goodbyes, return_exceptions=True)
