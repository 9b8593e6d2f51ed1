"""The browser of a screen: its command line, its start and its end."""

import asyncio
import os
import shutil
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from controller.facts.failure import OperatorError
from controller.process.parent import end_with_parent

BROWSERS: Final = ("chromium", "chromium-browser")
COMPOSITOR: Final = "cage"
GOODBYE_S: Final = 3.0
DISPLAYS: Final = Path("/sys/class/drm")
FLAGS: Final = (
    "--kiosk",
    "--no-proxy-server",
    # A page of this machine needs no other host; a name that is asked all the same finds nothing.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--password-store=basic",
    "--no-first-run",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-pinch",
    "--disable-features=Translate",
    "--autoplay-policy=no-user-gesture-required",
)


class KioskError(OperatorError):
    """The screen cannot be shown; the message says why and what to do."""


class BrowserPlan(NamedTuple):
    """How to show one page: where its profile lives, on what, and with which flags beside ours."""

    url: str
    profile: Path
    is_headless: bool = False
    flags: tuple[str, ...] = ()


def browser_command(plan: BrowserPlan, environ: Mapping[str, str]) -> list[str]:
    """The command line; without a desktop the compositor comes first and shows this one window."""
    browser = _found(BROWSERS, "install the package chromium")
    has_desktop = bool(environ.get("WAYLAND_DISPLAY") or environ.get("DISPLAY"))
    stage: list[str] = []
    if plan.is_headless:
        flags = ["--headless=new", "--disable-gpu"]
    elif has_desktop:
        flags = ["--ozone-platform-hint=auto"]
    else:
        stage = [
            _found((COMPOSITOR,), "install the package cage, or start from a desktop"),
            "-d",
            "-s",
            "--",
        ]
        flags = ["--ozone-platform=wayland"]
    return [
        *stage,
        browser,
        *FLAGS,
        *flags,
        f"--user-data-dir={plan.profile}",
        *plan.flags,
        plan.url,
    ]


def is_lit(displays: Path = DISPLAYS) -> bool:
    """Whether a display is plugged in and on; True where the kernel does not say."""
    states = [_read(path) for path in sorted(displays.glob("card*-*/status"))]
    return not states or any(state != "disconnected" for state in states)


class Browser:
    """One running browser with everything it started."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Browser":
        """Start it in a group of its own, so that its end reaches all it started."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
        return cls(process)

    @property
    def is_running(self) -> bool:
        """Whether it lives."""
        return self._process.returncode is None

    @property
    def exit_code(self) -> int | None:
        """How it ended."""
        return self._process.returncode

    async def stop(self) -> None:
        """Ask it to end; a part of it that hangs, or is stopped, is killed with the rest."""
        if self.is_running:
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), GOODBYE_S)
        self._signal(signal.SIGKILL)
        await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def _found(names: Sequence[str], remedy: str) -> str:
    path = next((found for found in map(shutil.which, names) if found), None)
    if path is None:
        raise KioskError(f"no {' or '.join(names)} on this machine; {remedy}")
    return path


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
