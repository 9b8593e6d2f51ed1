"""The daemon knows whether the display lives, and the table never waits for it."""

import asyncio
import json
import signal
from contextlib import suppress

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from config.words.reasons import in_english
from controller.facts.board import DeviceView
from tests.system.processes import OurProcess, TableOnTrial, until

PATIENCE_S = 60.0
# The scoreboard as its command starts it, with less patience for its screens.
QUICK_SCOREBOARD = """
import sys
from pathlib import Path
from drivers.scoreboard.screens_seen import ScreenTimes
from drivers.scoreboard.server import run_scoreboard
times = ScreenTimes(again_s=0.2, silent_s=3.0)
run_scoreboard(Path(sys.argv[2]), "127.0.0.1", int(sys.argv[3]), times=times)
"""


def start_scoreboard(table: TableOnTrial) -> OurProcess:
    return table.start_code(QUICK_SCOREBOARD, "scoreboard", str(table.run), str(table.port))


def scoreboard_of(table: TableOnTrial) -> DeviceView | None:
    board = table.board()
    found = [entry for entry in board.devices if entry.device == "scoreboard"] if board else []
    return found[0] if found else None


def rows_of_screens(table: TableOnTrial) -> list[str]:
    """What the record has of the scoreboard."""
    rows = [json.loads(row[-1]) for row in table.happened() if b'"scoreboard"' in row[-1]]
    return [row["kind"] for row in rows]


class Page:
    """Follows the table and says that it drew every view, until it is told to freeze."""

    def __init__(self, port: int, screen: str) -> None:
        self._address = f"http://127.0.0.1:{port}/ws"
        self._screen = screen
        self.is_frozen = False
        self.drew = 0

    async def follow(self) -> None:
        async with ClientSession() as session:
            while True:
                with suppress(OSError, ConnectionError):
                    async with session.ws_connect(self._address) as socket:
                        await self._draw(socket)
                await asyncio.sleep(0.1)

    async def _draw(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            content = json.loads(message.data)
            if content["kind"] == "view" and not self.is_frozen:
                self.drew = content["view"]["number"]
                drawn = {"screen": self._screen, "number": self.drew, "page": content["page"]}
                await socket.send_json({"kind": "drawn", "paint_ms": 2.5, **drawn})


def state_becomes(table: TableOnTrial, state: str, words: str = "") -> bool:
    entry = scoreboard_of(table)
    return entry is not None and entry.state == state and words in in_english(entry.reason)


async def wait_for(table: TableOnTrial, state: str, words: str = "") -> None:
    what = f"the scoreboard to be {state} {words}"
    await asyncio.to_thread(until, lambda: state_becomes(table, state, words), what, PATIENCE_S)


async def test_the_daemon_knows_whether_a_screen_draws(table: TableOnTrial) -> None:
    table.start_daemon()
    scoreboard = start_scoreboard(table)
    page = Page(table.port, "kiosk")
    following = asyncio.create_task(page.follow())
    try:
        await wait_for(table, "ready")
        # The scoreboard is ready before its first page: a page that never drew is no lost screen.
        await asyncio.to_thread(until, lambda: page.drew, "the page to draw", PATIENCE_S)
        page.is_frozen = True
        await wait_for(table, "unavailable", "screen kiosk: has drawn nothing")
        board = table.wait_for_board()
        assert board.hold is None
        page.is_frozen = False
        await wait_for(table, "ready")
        scoreboard.end(signal.SIGKILL)
        await wait_for(table, "silent")
        start_scoreboard(table)
        await wait_for(table, "ready")
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
    # Pages that anybody may open write nothing: the record has the scoreboard's own starts alone.
    assert rows_of_screens(table) == ["device_connected", "driver_fell_silent", "device_connected"]


@pytest.mark.long
def test_a_table_without_any_screen_says_so_and_plays_on(table: TableOnTrial) -> None:
    run = table.start_run("--pace", "100")
    until(lambda: state_becomes(table, "unavailable", "no screen shows the board"), "the word")
    rounds = table.rounds()
    table.wait_for_rounds(rounds + 3)
    run.end(signal.SIGTERM)
