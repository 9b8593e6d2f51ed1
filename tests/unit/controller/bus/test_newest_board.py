"""A board that is lost on the way is noticed by the heartbeat and fetched at the desk."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

from controller.bus.client import FeedClient
from controller.bus.messages import Beat
from controller.bus.newest_board import NewestBoard
from controller.bus.server import BusServer
from controller.facts.board import Board
from tests.unit.drivers.scoreboard.served_table import board


def beat(number: int) -> Beat:
    return Beat(number=number, at_ms=0)


def test_a_table_that_stands_where_the_board_does_misses_nothing() -> None:
    newest = NewestBoard()
    assert newest.is_news(board(5))
    assert not any(newest.is_missing(beat(5), second) for second in range(10))


def test_a_table_ahead_for_two_seconds_means_a_lost_board() -> None:
    newest = NewestBoard()
    newest.is_news(board(5))
    assert not newest.is_missing(beat(6), 10.0)
    assert not newest.is_missing(beat(7), 11.9)
    assert newest.is_missing(beat(7), 12.0)


def test_a_board_that_comes_late_ends_the_suspicion() -> None:
    newest = NewestBoard()
    newest.is_news(board(5))
    newest.is_missing(beat(6), 10.0)
    assert newest.is_news(board(6))
    assert not newest.is_missing(beat(7), 12.5)


def test_boards_overtaken_by_a_snapshot_are_not_shown() -> None:
    newest = NewestBoard()
    newest.renew(board(9))
    assert not newest.is_news(board(8))
    assert newest.is_news(board(9))
    assert newest.is_news(board(10))


def test_a_new_record_with_lower_numbers_is_fetched_and_followed() -> None:
    newest = NewestBoard()
    newest.is_news(board(900))
    assert not newest.is_news(board(3))
    assert not newest.is_missing(beat(3), 0.0)
    assert newest.is_missing(beat(3), 2.0)
    newest.renew(board(3))
    assert newest.is_news(board(4))


async def _next_board(boards: AsyncIterator[Board | Beat]) -> int:
    async for item in boards:
        if isinstance(item, Board):
            return item.number
    raise AssertionError("the feed ended")


async def test_fetches_a_lost_board_over_the_real_bus() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bus, client = BusServer(Path(folder)), FeedClient(Path(folder))
        sent = [board(5)]

        async def lose_boards() -> None:
            while True:
                for message in bus.receive(0):
                    if message.socket == "answers":
                        body = board(7).model_dump_json().encode()
                        bus.answer(message.socket, message.sender, body)
                for item in sent:
                    bus.publish(item)
                bus.publish(beat(7 if not sent else 5))
                await asyncio.sleep(0.1)

        table = asyncio.create_task(lose_boards())
        try:
            async with asyncio.timeout(30):
                boards = client.boards()
                assert await _next_board(boards) == 5
                sent.clear()
                number = 5
                while number == 5:
                    number = await _next_board(boards)
                assert number == 7
                await boards.aclose()  # type: ignore[attr-defined]
        finally:
            table.cancel()
            with suppress(asyncio.CancelledError):
                await table
            client.close()
            bus.close()
