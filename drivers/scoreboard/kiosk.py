"""Keeps one screen alight: starts its browser, watches that it draws, starts it again."""

import asyncio
import logging
import os
import shutil
import time
from collections.abc import Callable
from typing import Final

from aiohttp import ClientError, ClientSession, ClientTimeout
from pydantic import ValidationError

from controller.process import notify
from drivers.scoreboard.hub import Health
from drivers.scoreboard.kiosk_browser import Browser, BrowserPlan, browser_command, is_lit
from drivers.scoreboard.kiosk_watch import Watch

LOOK_EVERY_S: Final = 1.0
ANSWER_LIMIT_S: Final = 3.0

log = logging.getLogger(__name__)


class Kiosk:
    """One screen of one scoreboard."""

    def __init__(
        self,
        server: str,
        plan: BrowserPlan,
        watch: Watch,
        stop: asyncio.Event,
        lit: Callable[[], bool] = is_lit,
    ) -> None:
        self._server = server
        self._command = browser_command(plan, os.environ)
        self._profile = plan.profile
        self._watch = watch
        self._stop = stop
        self._lit = lit
        self._watchdog_s = notify.watchdog_period()
        self._watchdog_due = 0.0
        self.starts = 0

    @property
    def has_drawn(self) -> bool:
        """Whether the running browser has put a picture on its screen."""
        return self._watch.has_drawn

    async def run(self) -> None:
        """Show the screen until told to stop; nothing that fails ends it."""
        timeout = ClientTimeout(total=ANSWER_LIMIT_S)
        async with ClientSession(timeout=timeout, trust_env=False) as session:
            await self._until_served(session)
            while not self._stop.is_set():
                await self._show(session)

    async def _until_served(self, session: ClientSession) -> None:
        # A browser that starts before the page answers shows an error page and stays there.
        while not self._stop.is_set() and await self._health(session) is None:
            notify.status("waiting for the scoreboard")
            await self._pause(LOOK_EVERY_S)

    async def _show(self, session: ClientSession) -> None:
        # A profile that a crash left half written must not spoil the next start.
        shutil.rmtree(self._profile, ignore_errors=True)
        browser = await Browser.start(self._command)
        self.starts += 1
        self._watch.begin(time.monotonic())
        try:
            fault = await self._until_fault(session, browser)
        finally:
            await browser.stop()
        if not self._stop.is_set():
            wait_s = self._watch.wait_s()
            log.warning("the browser %s; starting it again in %.0f s", fault, wait_s)
            notify.status(f"the browser {fault}")
            await self._pause(wait_s)

    async def _until_fault(self, session: ClientSession, browser: Browser) -> str:
        while not self._stop.is_set():
            if not browser.is_running:
                return f"ended with {browser.exit_code}"
            fault = self._watch.fault(await self._health(session), self._lit(), time.monotonic())
            if fault:
                return fault
            notify.status("drawing" if self._watch.has_drawn else "starting")
            await self._pause(LOOK_EVERY_S)
        return ""

    async def _health(self, session: ClientSession) -> Health | None:
        try:
            async with session.get(f"{self._server}/healthz") as answer:
                return Health.model_validate_json(await answer.read())
        except (ClientError, TimeoutError, OSError):
            return None
        except ValidationError:
            log.warning("%s is no scoreboard of this version", self._server)
            return None

    async def _pause(self, seconds: float) -> None:
        """Wait, but answer the watchdog and wake up for the end."""
        end = time.monotonic() + seconds
        while not self._stop.is_set() and (left := end - time.monotonic()) > 0:
            self._tell_watchdog()
            try:
                await asyncio.wait_for(self._stop.wait(), min(left, LOOK_EVERY_S))
            except TimeoutError:
                continue

    def _tell_watchdog(self) -> None:
        now = time.monotonic()
        if self._watchdog_s is not None and now >= self._watchdog_due:
            self._watchdog_due = now + self._watchdog_s
            notify.alive()
