"""Boards of games played at seats, served as they are and fed by a table really played."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from playwright.async_api import Browser, ViewportSize

from config.table import TABLES
from controller.facts.board import Board
from drivers.scoreboard.screens import screens_of
from drivers.scoreboard.shoe_cards import marking_of
from drivers.scoreboard.shoe_history import ShoeHistory
from tests.browser.kiosk_page import WALL, Kiosk, Table, kiosk_of
from tests.played_table import PlayedTable

Wish = Callable[[Board], bool]


def is_paying(board: Board) -> bool:
    """Every hand of a well-filled table lies open, or as open as it gets."""
    expected = [each.event for each in board.expected]
    return expected == ["round_settled"] and len(board.hands) >= 3


@dataclass
class SeatBoard:
    """A page before a table that was played until it looked as wished."""

    kiosk: Kiosk
    played: PlayedTable
    feed: Table

    async def show(self, board: Board) -> None:
        """Send the next picture and wait until it is drawn."""
        self.feed.news.put_nowait(board)
        await self.kiosk.drawn(board.number)


@asynccontextmanager
async def seat_board(
    browser: Browser,
    played: PlayedTable,
    size: ViewportSize = WALL,
    asking: str = "",
) -> AsyncIterator[SeatBoard]:
    """The page of a table as its server hands it out."""
    screens = screens_of(played.loaded, TABLES / "emulated-baccarat.toml")
    marking = marking_of(played.game, "stay", played.board.seats)
    feed = Table(played.board)
    # A shift that began with the table: whatever the hour, midnight does not part its rounds.
    began = datetime.fromtimestamp(played.began_ms / 1000).time()
    history = ShoeHistory(played, marking, (began,))
    async with kiosk_of(
        feed, browser, size, asking=asking, screens=screens, shoes=history
    ) as kiosk:
        yield SeatBoard(kiosk, played, feed)
