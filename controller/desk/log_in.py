"""Logging in and out in a browser: a name and a PIN for a cookie that no script can read."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from aiohttp import web
from pydantic import ValidationError

from config.words import words
from controller.bus.client import DeskError
from controller.bus.desk_messages import LoggedIn
from controller.desk.addresses import DESK, WEB, OpenDesk, language_of
from controller.desk.visit import Visit
from controller.facts.fact import Fact, PersonName, Text
from controller.facts.phrase import Phrase, phrase
from controller.facts.roles import ActingRole, Pin, Role
from controller.people.sessions import LONGEST_S
from controller.web.allowance import Allowance
from controller.web.own_host import is_own_page

# Trying a PIN costs the daemon time on purpose; nobody types faster than this.
TRIES_AT_ONCE: Final = 10.0
TRIES_EACH_SECOND: Final = 0.5
YEAR_S: Final = 365 * 24 * 3600
ALLOWANCE = web.AppKey("ALLOWANCE", Allowance)


class Credentials(Fact):
    """What the log-in page sends."""

    person: PersonName
    pin: Pin


class Entered(Fact):
    """Who is logged in now, and what happened at the log-in while nobody was here."""

    person: PersonName
    role: ActingRole
    notices: tuple[Text, ...] = ()


class Offered(Fact):
    """A name to choose."""

    person: PersonName
    role: Role
    title: Text


class NamesToChoose(Fact):
    """Whom the log-in page offers, or why nobody."""

    people: tuple[Offered, ...] = ()
    trouble: Text = ""


def add_log_in(app: web.Application) -> None:
    """Serve the log-in page and take what it sends."""
    app[ALLOWANCE] = Allowance(time.monotonic(), TRIES_AT_ONCE, TRIES_EACH_SECOND)
    app.router.add_get("/log-in", _page)
    app.router.add_get("/names.json", _names)
    app.router.add_post("/log-in", _log_in)
    app.router.add_post("/log-out", _log_out)


async def _page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(WEB / "log_in.html")


async def _names(request: web.Request) -> web.Response:
    client, said = request.app[DESK].door(), words(language_of(request))
    try:
        found = await asyncio.to_thread(client.names)
        people = tuple(
            Offered(person=each.person, role=each.role, title=said.name(each.role))
            for each in found
        )
        names = NamesToChoose(people=people)
    except DeskError as error:
        names = NamesToChoose(trouble=str(error)[:500])
    return web.json_response(text=names.model_dump_json())


async def _log_in(request: web.Request) -> web.Response:
    _check_own_page(request)
    desk = request.app[DESK]
    if not request.app[ALLOWANCE].spend(time.monotonic()):
        return _turned(request, 429, words(language_of(request)).sentence(phrase("too-many-tries")))
    try:
        given = Credentials.model_validate_json(await request.read())
        client = desk.door()
        came = await asyncio.to_thread(client.log_in, given.person, given.pin, _place(request))
    except ValidationError:
        return _turned(request, 400, words(language_of(request)).sentence(phrase("pin-shape")))
    except DeskError as error:
        return _turned(request, 403, _said(request, error))
    return _entered(request, desk, came)


def _entered(request: web.Request, desk: OpenDesk, came: LoggedIn) -> web.Response:
    said = words(language_of(request))
    notices = tuple(said.sentence(each) for each in _notices(came))
    body = Entered(person=came.person, role=came.role, notices=notices)
    answer = web.json_response(text=body.model_dump_json())
    answer.set_cookie(
        desk.cookie,
        came.session,
        max_age=int(LONGEST_S),
        httponly=True,
        samesite="Strict",
        secure=request.secure,
        path="/",
    )
    if came.language:
        remember_language(answer, came.language)
    return answer


def _notices(came: LoggedIn) -> Iterator[Phrase]:
    if came.failures:
        yield phrase("failures-since", failures=came.failures)
    if came.others:
        people = tuple(f"{each.person} ({each.failures})" for each in came.others)
        yield phrase("failures-of-others", people=people)


def remember_language(answer: web.StreamResponse, language: str) -> None:
    """Let the pages of this browser speak a language; it is no secret, a page may choose it."""
    answer.set_cookie("language", language, max_age=YEAR_S, samesite="Strict", path="/")


async def _log_out(request: web.Request) -> web.Response:
    _check_own_page(request)
    desk = request.app[DESK]
    session = request.cookies.get(desk.cookie, "")
    # Whoever is not logged in is logged out.
    with suppress(DeskError):
        await Visit(desk.door, session).at_desk(lambda client: client.log_out())
    for page in [each for each in desk.sockets if each.visit.session == session]:
        await page.log_out()
    answer = web.json_response({})
    answer.del_cookie(desk.cookie, path="/", httponly=True, samesite="Strict")
    return answer


def _check_own_page(request: web.Request) -> None:
    if not is_own_page(request):
        raise web.HTTPForbidden(text="only the desk's own pages may log anybody in or out")


def _place(request: web.Request) -> str:
    """Where the person sits, as the record names places."""
    remote = (request.remote or "unknown").replace(".", "-").replace(":", "-").lower()
    return f"desk-{remote}".rstrip("-")[:40]


def _said(request: web.Request, error: DeskError) -> str:
    if error.because is None:
        return str(error)[:500]
    return words(language_of(request)).sentence(error.because)


def _turned(_request: web.Request, status: int, text: str) -> web.Response:
    return web.json_response({"text": text}, status=status)
