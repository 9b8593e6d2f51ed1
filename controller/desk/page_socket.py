"""One page's websocket: whole pictures go out, acts come in and are answered once."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import Final, Protocol

from aiohttp import ClientConnectionError, WSCloseCode, WSMsgType, web
from pydantic import ValidationError

from config.words import words
from controller.bus.client import DeskError
from controller.desk import alarm_strip
from controller.desk.badge_reader import BadgeReader
from controller.desk.once import Answer, Once
from controller.desk.page import PageForStaff
from controller.desk.page_messages import (
    FROM_PAGE,
    Act,
    AwaitBadge,
    BadgeRead,
    Done,
    FreshPin,
    FromServer,
    NotDone,
    PageBeat,
    Picture,
    Snapshot,
)
from controller.desk.visit import Visit, is_over
from controller.facts.fact import Fact
from controller.facts.phrase import Phrase, phrase
from controller.web.allowance import Allowance
from drivers.scoreboard.hub import Health
from drivers.scoreboard.screens_seen import Drawn

BEAT_S: Final = 1.0
SEND_LIMIT_S: Final = 5.0
# How soon a person who was locked elsewhere loses the page, and a page that froze is known.
ATTEND_S: Final = 5.0
# Of our own: the page goes to the log-in page.
LOGGED_OUT: Final = 4401
NO_BADGE: Final = phrase("badge-not-read")
NOT_GRANTED: Final = phrase("page-not-granted")


class Watch(Protocol):
    """What pages follow: a table, or the whole floor."""

    @property
    def age_ms(self) -> int:
        """Time since what the pages show was last vouched for."""
        ...

    @property
    def has_trouble(self) -> bool:
        """Whether nothing can be recorded."""
        ...

    async def picture(self, page: PageForStaff, visit: Visit, language: str) -> Picture | None:
        """What a page shows a person now; None while nothing is known."""
        ...

    def bell(self) -> AbstractContextManager[asyncio.Event]:
        """An event that is set at each news, for as long as the caller listens."""
        ...

    def drew(self, drawn: Drawn) -> None:
        """A page has a picture on its screen."""

    def health(self) -> Health:
        """Whether the pages work."""
        ...


class PageSocket:
    """One open page of one person, in its language."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        page: PageForStaff,
        visit: Visit,
        language: str,
        edition: str,
        drew: Callable[[Drawn], None],
        badges: BadgeReader | None = None,
    ) -> None:
        self.socket = socket
        self.visit = visit
        self._page = page
        self._language = language
        self._edition = edition
        self._drew = drew
        self._badges = badges
        self._badge: str | None = None
        self._shown: Picture | None = None
        self._answers: set[asyncio.Task[None]] = set()
        self._takes = {_kind(request): request for request in page.takes}

    def opened(self) -> None:
        """Tell the page that it is on one more screen."""
        self._page.opened(self)

    def closed(self) -> None:
        """Tell the page that a screen went away."""
        self._await_badge(is_open=False)
        self._page.closed(self)

    # Badges

    def _await_badge(self, is_open: bool) -> None:
        """A badge is taken while the page asks for one, and forgotten with the question."""
        self._badge = None
        if self._badges is not None:
            (self._badges.listen if is_open else self._badges.stop)(self._read_badge)

    def _read_badge(self, badge: str) -> None:
        self._badge = badge
        self._soon(self._send(BadgeRead()))

    def _proof(self, told: FreshPin) -> str | None:
        """What proves the person: what the page sent, or the badge, which counts once."""
        if not told.by_badge:
            return told.proof
        badge, self._badge = self._badge, None
        if badge is None:
            raise DeskError("no badge was read; hold it to the reader again", NO_BADGE)
        return badge

    # Pictures

    async def feed(self, watch: Watch) -> None:
        """Send the picture whenever it changes, and a heartbeat otherwise, until the page goes."""
        looked_at = time.monotonic()
        with watch.bell() as bell:
            while True:
                bell.clear()
                if time.monotonic() - looked_at > ATTEND_S:
                    looked_at = time.monotonic()
                    # Only an answer to a picture proves that the page still draws.
                    self._shown = None
                    if not await self._is_attended():
                        return
                await self._send(await self._news(watch))
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._page.again_s or BEAT_S):
                        await bell.wait()

    async def _news(self, watch: Watch) -> Snapshot | PageBeat:
        picture = await watch.picture(self._page, self.visit, self._language)
        if picture is None or self._shown == picture:
            return self._beat(watch)
        self._shown = picture
        return Snapshot(
            edition=self._edition,
            number=picture.number,
            age_ms=watch.age_ms,
            person=self.visit.person,
            role=self.visit.role,
            alarms=picture.alarms,
            shown=picture.shown,
        )

    def _beat(self, watch: Watch) -> PageBeat:
        return PageBeat(edition=self._edition, age_ms=watch.age_ms, trouble=watch.has_trouble)

    async def _is_attended(self) -> bool:
        if not self.visit.session:
            return True
        try:
            await self.visit.at_desk(lambda desk: desk.attendance())
        except DeskError as error:
            if is_over(error):
                await self.log_out()
                return False
        return True

    async def log_out(self) -> None:
        """Send the page to the log-in page."""
        await self.socket.close(code=LOGGED_OUT, message=b"logged out")

    async def _send(self, message: FromServer) -> None:
        async with asyncio.timeout(SEND_LIMIT_S):
            await self.socket.send_str(message.model_dump_json())

    # Acts

    async def listen(self, once: Once) -> None:
        """Take what the page asks for until it goes."""
        allowance = Allowance(time.monotonic())
        async for message in self.socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                told = FROM_PAGE.validate_json(message.data)
            except ValidationError:
                # Whoever sends anything else is no page of this server's edition.
                await self.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"not an act")
                return
            if not allowance.spend(time.monotonic()):
                await self.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many")
                return
            if isinstance(told, Drawn):
                self._drew(told.model_copy(update={"screen": self._page.name}))
                continue
            if isinstance(told, AwaitBadge):
                self._await_badge(told.is_open)
                continue
            # An act that takes long must not keep the page's next one waiting.
            self._soon(self._answer(told, once))

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        working = asyncio.create_task(work)
        self._answers.add(working)
        working.add_done_callback(self._answers.discard)

    async def _answer(self, told: Act | FreshPin, once: Once) -> None:
        answer: Answer
        if isinstance(told, Act) and told.again and not once.knows(self.visit.session, told.id):
            answer = await self._outcome(told)
        else:
            answer = await once.do(self.visit.session, told.id, lambda: self._do(told))
        with suppress(TimeoutError, ClientConnectionError):
            await self._send(answer)

    async def _outcome(self, told: Act) -> Answer:
        """What the record says of an act that this desk was never asked for: an earlier one was."""
        try:
            request = self._takes[told.request.get("kind")].model_validate_json(
                json.dumps(told.request)
            )
            receipt = await self._page.outcome(self.visit, request, told.seen)
        except (KeyError, ValidationError):
            receipt = None
        except DeskError as error:
            return self._refused(told.id, error)
        if receipt is None:
            return self._not_done(told.id, phrase("outcome-unknown"))
        return Done(id=told.id, receipt=receipt)

    async def _do(self, told: Act | FreshPin) -> Answer:
        try:
            if isinstance(told, FreshPin):
                pin, proof = told.pin, self._proof(told)
                await self.visit.at_desk(lambda desk: desk.give_pin(pin, proof))
                return Done(id=told.id)
            return Done(id=told.id, receipt=await self._perform(told.request))
        except (KeyError, ValidationError):
            return self._not_done(told.id, phrase("request-not-understood"))
        except DeskError as error:
            return self._refused(told.id, error)

    async def _perform(self, request: dict[str, object]) -> Fact | None:
        kind, content = request.get("kind"), json.dumps(request)
        if kind in alarm_strip.TAKES:
            seen = alarm_strip.TAKES[str(kind)].model_validate_json(content)
            await alarm_strip.do(self.visit, seen)
            return None
        taken = self._takes[kind].model_validate_json(content)
        if not self._page.is_for(self.visit):
            raise DeskError("this page is for others; log in as one of them", NOT_GRANTED)
        return await self._page.do(self.visit, taken)

    def _refused(self, id: str, error: DeskError) -> NotDone:
        if error.because is not None:
            return self._not_done(id, error.because)
        return NotDone(id=id, code="refused", text=str(error)[:500])

    def _not_done(self, id: str, told: Phrase) -> NotDone:
        return NotDone(id=id, code=told.code, text=words(self._language).sentence(told)[:500])


def _kind(request: type[Fact]) -> object:
    return request.model_fields["kind"].default
