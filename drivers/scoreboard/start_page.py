"""The start page: every public screen of the table with its address, to open or to scan."""

from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from config.words import chosen_language, language_file, languages, page_words
from controller.facts.fact import Fact, Text
from controller.web.codes import code_of, known_as
from drivers.scoreboard.screen_door import ScreenDoor
from drivers.scoreboard.screens import PAGES, SCREENS, WEB

BOARD: Final = "board"
NAMES: Final = (BOARD, *PAGES)
DOOR = web.AppKey("DOOR", ScreenDoor)


class ScreenLine(Fact):
    """A screen to open: what it is, and where, for a person and for a camera."""

    screen: str
    title: Text
    does: Text
    path: str
    address: str
    code: str


class SpokenLine(Fact):
    """A language to choose, as it calls itself."""

    code: str
    title: Text


class StartShown(Fact):
    """What the start page draws."""

    title: Text
    table: Text
    hint: Text
    language: str
    languages: tuple[SpokenLine, ...]
    screens: tuple[ScreenLine, ...]


def add_start(app: web.Application, door: ScreenDoor) -> None:
    """Serve the start page, what it lists, and the codes of the addresses."""
    app[DOOR] = door
    app.router.add_get("/start", _page)
    app.router.add_get("/start.json", _shown)
    app.router.add_get(f"/codes/{{screen:{'|'.join(NAMES)}}}.svg", _code)


async def _page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(WEB / "start.html")


async def _shown(request: web.Request) -> web.Response:
    language = _language(request)
    said, poster = page_words(language)["public-start"], request.app[SCREENS].poster
    spoken = (SpokenLine(code=each, title=language_file(each).title) for each in languages())
    shown = StartShown(
        title=said["title"],
        table=poster.table,
        hint=said["open-to-others" if request.app[DOOR].key else "this-machine"],
        language=language,
        languages=tuple(spoken),
        screens=tuple(_line(request, name, language) for name in NAMES),
    )
    return web.json_response(text=shown.model_dump_json())


def _line(request: web.Request, screen: str, language: str) -> ScreenLine:
    said = page_words(language)["public-start"]
    asked = urlencode({"lang": language})
    return ScreenLine(
        screen=screen,
        title=said[screen],
        does=said[f"{screen}-does"],
        path=f"{_path(screen)}?{asked}",
        address=_address(request, screen, language),
        code=f"/codes/{screen}.svg?{asked}",
    )


async def _code(request: web.Request) -> web.Response:
    return code_of(_address(request, request.match_info["screen"], _language(request)))


def _address(request: web.Request, screen: str, language: str) -> str:
    """The whole address, with the key where other machines need it: whoever asks has it."""
    door, asked = request.app[DOOR], {"lang": language}
    if door.key:
        asked["key"] = door.key
    return f"{known_as(door.names, request)}{_path(screen)}?{urlencode(asked)}"


def _path(screen: str) -> str:
    return "/" if screen == BOARD else f"/{screen}"


def _language(request: web.Request) -> str:
    return chosen_language(request.query.get("lang", ""), request.app[SCREENS].poster.language)
