"""What the board of a new table says: what it is, what to do next, and where to log in."""

from typing import Final

from aiohttp import web

from config.network import is_loopback
from config.words import language_file, languages, page_words
from controller.facts.fact import Fact, Text
from controller.web.codes import code_of
from drivers.scoreboard.screens import SCREENS
from drivers.scoreboard.staff_door import StaffDoor

CODE: Final = "/set-up.svg"
STEPS: Final = ("card", "technician", "table", "start", "log-in")


class SpokenSteps(Fact):
    """The page in one language."""

    code: str
    language: Text
    title: Text
    what: Text
    steps: tuple[Text, ...]
    staff: Text
    # How others are let in, or how the right door is known.
    note: Text
    goes: Text


class SetUpShown(Fact):
    """What the page draws: one language after another, unless the address asks for one."""

    address: str
    code: str | None
    fingerprint: str
    spoken: tuple[SpokenSteps, ...]


def add_set_up(app: web.Application) -> None:
    """Serve what the page draws, and the code of the address."""
    app.router.add_get("/set-up.json", _shown)
    app.router.add_get(CODE, _code)


async def _shown(request: web.Request) -> web.Response:
    door = _door(request)
    first = request.app[SCREENS].poster.language
    spoken = sorted(languages(), key=lambda each: each != first)
    shown = SetUpShown(
        address=door.address_with_key,
        code=CODE if door.is_open else None,
        fingerprint=door.fingerprint,
        spoken=tuple(_steps(language, door) for language in spoken),
    )
    return web.json_response(text=shown.model_dump_json())


async def _code(request: web.Request) -> web.Response:
    return code_of(_door(request).address_with_key)


def _door(request: web.Request) -> StaffDoor:
    door = request.app[SCREENS].desk
    if door is None:
        raise web.HTTPNotFound(text="this table is set up; its screens are at /start")
    return door if is_loopback(request.remote or "") else door._replace(key=None)


def _steps(language: str, door: StaffDoor) -> SpokenSteps:
    said = page_words(language)["public-set-up"]
    note = "compare" if door.fingerprint else "this-machine"
    return SpokenSteps(
        code=language,
        language=language_file(language).title,
        title=said["title"],
        what=said["what"],
        steps=tuple(said[step] for step in STEPS),
        staff=said["staff"],
        note=said[note],
        goes=said["goes"],
    )
