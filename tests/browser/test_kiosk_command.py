"""The kiosk with a real Chromium: whatever stops the picture, it comes back."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession

from drivers.scoreboard.hub import Health
from drivers.scoreboard.kiosk import Kiosk
from drivers.scoreboard.kiosk_browser import BrowserPlan
from drivers.scoreboard.kiosk_watch import Patience, Watch
from drivers.scoreboard.screens_seen import ScreenTimes
from tests.chromium import CHROMIUM
from tests.unit.drivers.scoreboard.served_table import Table, board, serving

FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,720")
PATIENCE_S = 90
QUICK = ScreenTimes(again_s=0.5)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium or chromium-browser on this machine"),
]


@asynccontextmanager
async def showing(address: str, folder: Path) -> AsyncIterator[Kiosk]:
    stop = asyncio.Event()
    plan = BrowserPlan(f"http://{address}/", folder / "profile", is_headless=True, flags=FLAGS)
    watch = Watch("kiosk", Patience(first_s=40.0, later_s=4.0))
    kiosk = Kiosk(f"http://{address}", plan, watch, stop, lit=lambda: True)
    running = asyncio.create_task(kiosk.run())
    try:
        yield kiosk
    finally:
        stop.set()
        await running


async def draws(address: str, kiosk: Kiosk, starts: int) -> None:
    """Wait until the browser of this start draws."""
    async with asyncio.timeout(PATIENCE_S), ClientSession() as session:
        while True:
            async with session.get(f"http://{address}/healthz") as answer:
                health = Health.model_validate_json(await answer.read())
            seen = health.screens.get("kiosk")
            if kiosk.starts == starts and kiosk.has_drawn and seen and seen.drawn_ms_ago < 2000:
                return
            await asyncio.sleep(0.1)


def family_of(profile: Path) -> dict[int, str]:
    """Every process of the browser with this profile: process number and command line."""
    lines = dict(_command_lines())
    found = {pid for pid, line in lines.items() if str(profile) in line}
    while more := {pid for pid in lines if pid not in found and _parent(pid) in found}:
        found |= more
    return {pid: lines[pid] for pid in found}


def _command_lines() -> Iterator[tuple[int, str]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            with suppress(OSError):
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if line:
                    yield int(entry.name), line


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def renderers(profile: Path) -> list[int]:
    return [pid for pid, line in family_of(profile).items() if "--type=renderer" in line]


def _send(pids: list[int], number: signal.Signals) -> None:
    assert pids
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


@pytest.mark.parametrize(
    "blow",
    [signal.SIGSTOP, pytest.param(signal.SIGSEGV, marks=pytest.mark.long)],
    ids=["frozen", "crashed"],
)
async def test_a_page_that_draws_no_more_gets_a_new_browser(
    blow: signal.Signals, tmp_path: Path
) -> None:
    async with (
        serving(Table(board(1)), times=QUICK) as address,
        showing(address, tmp_path) as kiosk,
    ):
        await draws(address, kiosk, 1)
        before = family_of(tmp_path)
        _send(renderers(tmp_path), blow)
        await draws(address, kiosk, 2)
        assert not set(before) & set(family_of(tmp_path))


async def test_a_browser_that_dies_is_started_again_and_leaves_nothing(tmp_path: Path) -> None:
    async with (
        serving(Table(board(1)), times=QUICK) as address,
        showing(address, tmp_path) as kiosk,
    ):
        await draws(address, kiosk, 1)
        browser = [pid for pid, line in family_of(tmp_path).items() if "--type=" not in line]
        _send(browser, signal.SIGKILL)
        await draws(address, kiosk, 2)
    assert family_of(tmp_path) == {}


async def test_waits_for_a_scoreboard_that_is_not_there_yet_and_outlives_its_restart(
    tmp_path: Path,
) -> None:
    async with serving(Table(board(1)), times=QUICK) as address:
        pass
    async with showing(address, tmp_path) as kiosk:
        await asyncio.sleep(2)
        assert kiosk.starts == 0
        for number in (1, 2):
            async with serving(Table(board(number)), int(address.split(":")[1]), QUICK):
                await draws(address, kiosk, 1)
