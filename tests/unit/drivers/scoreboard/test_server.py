"""The scoreboard's server over real sockets: who may follow, and what slow followers cost."""

import asyncio
import json
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from controller.bus.messages import Beat
from controller.bus.server import BusServer
from controller.facts.board import Board
from controller.facts.failure import OperatorError
from controller.web.listening import ServingError
from drivers.scoreboard import server as server_module
from drivers.scoreboard.screen_door import ScreenDoor
from drivers.scoreboard.server import serve
from tests.loopback import free_port
from tests.unit.drivers.scoreboard.served_table import (
    Table,
    board,
    follow_by_hand,
    page_of,
    serving,
)


async def read_message(reader: asyncio.StreamReader) -> dict[str, object]:
    length = (await reader.readexactly(2))[1]
    if length >= 126:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    message: dict[str, object] = json.loads(await reader.readexactly(length))
    return message


async def read_until_view(reader: asyncio.StreamReader, number: int) -> int:
    """Read up to that view and count the views on the way."""
    views = 0
    while True:
        message = await read_message(reader)
        if message["kind"] == "view":
            views += 1
            view = message["view"]
            assert isinstance(view, dict)
            if view["number"] == number:
                return views


async def test_a_page_gets_the_whole_view_at_once_and_then_each_change() -> None:
    table = Table(board(1))
    async with page_of(table) as (_, page):
        first = await page.receive_json()
        assert (first["kind"], first["view"]["number"]) == ("view", 1)
        assert (await page.receive_json())["kind"] == "age"
        table.news.put_nowait(board(2))
        while (message := await page.receive_json())["kind"] != "view":
            assert message["number"] == 1
        assert message["view"]["number"] == 2


async def test_a_page_that_reads_late_gets_the_newest_view_and_not_every_one() -> None:
    table, bulk, count = Table(board(1)), "x" * 100_000, 400
    async with serving(table) as address:
        reader, writer = await follow_by_hand(address)
        await read_until_view(reader, 1)
        for number in range(2, count + 1):
            table.news.put_nowait(board(number, bulk))
            await asyncio.sleep(0)
        while not table.news.empty():
            await asyncio.sleep(0)
        assert await read_until_view(reader, count) < count // 2
        writer.close()


async def test_stops_although_a_page_never_reads() -> None:
    table = Table(board(1, "x" * 5_000_000))
    async with asyncio.timeout(20), serving(table) as address:
        _, writer = await follow_by_hand(address)
        await asyncio.sleep(0.1)
    writer.close()


async def test_health_names_the_last_board_its_age_and_the_pages() -> None:
    async with page_of(Table(board(41))) as (address, page):
        await page.receive_json()
        async with ClientSession() as other, other.get(f"http://{address}/healthz") as answer:
            health = await answer.json()
    assert (health["number"], health["clients"]) == (41, 1)
    assert health["age_ms"] >= 0


async def test_a_foreign_page_may_not_follow() -> None:
    async with serving(Table(board(1))) as address, ClientSession() as session:
        with pytest.raises(WSServerHandshakeError, match="403"):
            await session.ws_connect(f"http://{address}/ws", origin="http://elsewhere.example")


@pytest.mark.parametrize("path", ["/static/../server.py", "/static/%2e%2e/server.py", "/server.py"])
async def test_hands_out_page_files_only(path: str) -> None:
    async with serving(Table()) as address:
        host, port = address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        status = await reader.readline()
        writer.close()
    assert b" 404 " in status or b" 403 " in status


async def test_answers_before_the_table_was_ever_heard() -> None:
    async with page_of(Table()) as (_, page):
        message = await page.receive_json()
    assert (message["kind"], message["number"]) == ("age", None)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "table.example"])
async def test_refuses_to_be_reached_from_outside(host: str) -> None:
    with pytest.raises(ServingError, match=r"serve on 127\.0\.0\.1"):
        await serve(Table(), host, free_port(), asyncio.Event())


async def test_serves_outside_when_told_explicitly() -> None:
    stop = asyncio.Event()
    stop.set()
    await serve(Table(), "0.0.0.0", free_port(), stop, door=ScreenDoor("a-key-of-screens"))


async def test_a_port_in_use_is_named_with_the_remedy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServingError, match=rf"port {port}: it is in use; stop the program"):
            await serve(Table(), "127.0.0.1", port, asyncio.Event())


async def test_says_so_when_the_feed_ends() -> None:
    table = Table(board(1))
    table.news.put_nowait(None)
    with pytest.raises(ServingError, match="feed ended; start the rules daemon"):
        await serve(table, "127.0.0.1", free_port(), asyncio.Event())


RUN = """
import sys, pathlib
from drivers.scoreboard.server import run_scoreboard
run_scoreboard(pathlib.Path(sys.argv[1]), "127.0.0.1", int(sys.argv[2]))
"""


async def start(directory: str, port: int) -> asyncio.subprocess.Process:
    home = Path(server_module.__file__).parents[2]
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", RUN, directory, str(port), cwd=home, stderr=asyncio.subprocess.PIPE
    )


async def shown_number(session: ClientSession, port: int) -> object:
    with suppress(OSError):
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            return (await answer.json())["number"]
    return None


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
async def test_follows_a_real_feed_and_ends_in_order_on_a_signal(ending: signal.Signals) -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as directory:
        bus = BusServer(Path(directory))
        process = await start(directory, port)
        try:
            async with ClientSession() as session:
                while await shown_number(session, port) != 77:
                    bus.publish(board(77))
                    await asyncio.sleep(0.05)
            process.send_signal(ending)
            _, complaints = await process.communicate()
            assert (process.returncode, complaints) == (0, b"")
        finally:
            bus.close()
            with suppress(ProcessLookupError):
                process.kill()


def test_a_run_directory_too_deep_is_one_line_for_the_operator() -> None:
    with pytest.raises(OperatorError, match=r"^socket path"):
        server_module.run_scoreboard(Path("/" + "x" * 120), "127.0.0.1", free_port())


async def test_says_so_when_the_feed_speaks_another_version() -> None:
    class StrangeTable:
        async def boards(self) -> AsyncIterator[Board | Beat]:
            yield Beat.model_validate_json('{"kind": "beat", "number": 1, "news": true}')

    with pytest.raises(ServingError, match="install the same version"):
        await serve(StrangeTable(), "127.0.0.1", free_port(), asyncio.Event())


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/board.js", "/ws"])
async def test_a_request_under_a_foreign_name_is_refused(path: str) -> None:
    async with serving(Table(board(1))) as address, ClientSession() as session:
        port = address.rpartition(":")[2]
        for host in (f"evil.example:{port}", "evil.example", "[", ""):
            async with session.get(f"http://{address}{path}", headers={"Host": host}) as answer:
                assert answer.status in (400, 421)


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
async def test_the_machines_own_names_are_served(name: str) -> None:
    async with serving(Table(board(1))) as address, ClientSession() as session:
        port = address.rpartition(":")[2]
        headers = {"Host": f"{name}:{port}"}
        async with session.get(f"http://{address}/healthz", headers=headers) as answer:
            assert answer.status == 200


async def test_a_page_led_here_under_a_foreign_name_cannot_follow() -> None:
    async with serving(Table(board(1))) as address, ClientSession() as session:
        led = {"Host": "evil.example:80", "Origin": "http://evil.example:80"}
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"http://{address}/ws", headers=led)
        assert refused.value.status == 421
