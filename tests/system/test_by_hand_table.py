"""A table without a reader: results keyed in by an emulated dealer and on the web pad; rulings."""

import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import aiohttp
import pytest

from controller.cli.log_in import PIN_VARIABLE
from controller.desk.page_socket import LOGGED_OUT
from controller.facts.events import (
    ResultEntered,
    ShoeLoaded,
)
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.web.page_keys import PAD_VARIABLE
from tests.system.processes import OurProcess, TableOnTrial, until
from tests.system.reporting import key_in

NewTable = Callable[[str], TableOnTrial]
PAUSE_S = 20
PAD_KEY = "pad-key"


def kinds(table: TableOnTrial) -> list[str]:
    return [json.loads(row[-1])["kind"] for row in table.events()]


def pressed(table: TableOnTrial) -> list[str]:
    rows = (json.loads(row[-1]) for row in table.events())
    return [row["key"] for row in rows if row["kind"] == "key_pressed"]


def marks(table: TableOnTrial) -> list[str]:
    board = table.board()
    return [hand.mark for hand in board.shoe.hands] if board and board.shoe else []


@pytest.fixture
def table(new_table: NewTable) -> TableOnTrial:
    return new_table("by-hand")


def test_a_dealer_keys_in_every_result_and_nothing_is_irregular(table: TableOnTrial) -> None:
    process = table.start_run("--until", "3", "--pace", "50", "--run-dir", str(table.run))
    assert process.wait() == 0, process.output + process.errors
    assert process.errors == ""
    assert "card_drawn" not in kinds(table)
    assert pressed(table).count("enter") >= 3
    decisions = [json.loads(body) for body in table.decisions()]
    outcomes = [item for item in decisions if item["kind"] == "outcome_decided"]
    assert len(outcomes) >= 3
    assert all(item["player_total"] is None for item in outcomes)
    assert not [item for item in decisions if item["kind"] == "irregularity_found"]


@pytest.fixture(autouse=True)
def pin_of_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PIN_VARIABLE, DEMONSTRATION_FLOOR.pin)
    monkeypatch.setenv(PAD_VARIABLE, PAD_KEY)


def rule(table: TableOnTrial, *arguments: str) -> tuple[int, str]:
    place = ("--table", str(table.file), "--run-dir", str(table.run))
    done = table.ask("rule", *arguments, "--by", DEMONSTRATION_FLOOR.person, *place)
    return done.returncode, done.stdout + done.stderr


def test_a_supervisor_corrects_and_takes_back_hands(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    key_in(
        table,
        ShoeLoaded(decks=8),
        ResultEntered(mark="P", is_free=True),
        ResultEntered(mark="T", is_free=True),
    )
    assert rule(table, "correct-hand", "--hand", "1", "--to", "B", "--bonus", "dragon-7")[0] == 0
    assert marks(table) == ["B", "T"]
    assert rule(table, "undo-hand")[0] == 0
    assert marks(table) == ["B"]
    code, said = rule(table, "correct-hand", "--hand", "7", "--to", "B")
    assert (code, "hand 7 is not in this shoe; name one from 1 to 1" in said) == (1, True)
    assert "Traceback" not in said


# The house dealer's page


@asynccontextmanager
async def page_socket(
    table: TableOnTrial, origin: str | None = None, key: str = PAD_KEY
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    host = f"http://127.0.0.1:{table.desk_port}"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"{host}/dealer/ws?key={key}", headers={"Origin": origin or host}
        ) as socket,
    ):
        yield socket


async def press(
    socket: aiohttp.ClientWebSocketResponse, *events: dict[str, object], device: str = "pad-web"
) -> str:
    """Key events in on the page; returns the act's id."""
    act = str(uuid4())
    await socket.send_json({"kind": "act", "id": act, "request": keyed(*events, device=device)})
    return act


def keyed(*events: dict[str, object], device: str = "pad-web") -> dict[str, object]:
    return {"kind": "key_in", "acts": [{"device": device, "event": event} for event in events]}


def pad_key(key: str, is_long: bool = False) -> dict[str, object]:
    return {"kind": "key_pressed", "key": key, "is_long": is_long, "at_ms": 1000}


async def answered(socket: aiohttp.ClientWebSocketResponse, act: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await socket.receive_json(timeout=PAUSE_S)
        if message.get("id") == act:
            return message


async def recorded(socket: aiohttp.ClientWebSocketResponse, act: str) -> None:
    assert (await answered(socket, act))["kind"] == "done"


async def shown(socket: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """The next picture of the page."""
    while True:
        message = await socket.receive_json(timeout=PAUSE_S)
        if message["kind"] == "snapshot":
            picture: dict[str, Any] = message["shown"]
            return picture


async def number_shown(socket: aiohttp.ClientWebSocketResponse) -> int:
    """The number of the next picture, once the page is a device that is heard."""
    while True:
        message = await socket.receive_json(timeout=PAUSE_S)
        if message["kind"] == "snapshot" and message["shown"]["phase"] != "held":
            return int(message["number"])


def serve(table: TableOnTrial) -> OurProcess:
    desk = table.start_part("desk", "--verbose")
    until(lambda: "desk on http" in desk.errors, "the desk")
    return desk


async def test_a_press_waits_for_a_daemon_that_was_killed_and_counts_once(
    table: TableOnTrial,
) -> None:
    daemon = table.start_daemon()
    table.wait_for_board()
    serve(table)
    async with page_socket(table) as socket:
        await shown(socket)
        loaded = {"kind": "shoe_loaded", "decks": 8}
        await recorded(socket, await press(socket, loaded))
        daemon.end(signal.SIGKILL)
        act = await press(socket, pad_key("banker"))
        table.start_daemon()
        await recorded(socket, act)
        await socket.send_json(
            {"kind": "act", "id": act, "request": {"kind": "key_in", "acts": []}, "again": True}
        )
        await recorded(socket, act)
    assert pressed(table) == ["banker"]
    assert "events_missed" not in kinds(table)


async def test_a_desk_killed_in_mid_press_is_asked_after_its_start_what_became_of_it(
    table: TableOnTrial,
) -> None:
    table.start_daemon()
    table.wait_for_board()
    desk = serve(table)
    request = keyed({"kind": "shoe_loaded", "decks": 8})
    async with page_socket(table) as socket:
        seen = await number_shown(socket)
        await socket.send_json({"kind": "act", "id": "press-one", "request": request, "seen": seen})
        until(lambda: "shoe_loaded" in kinds(table), "the press in the record")
        # The answer is lost with the desk.
        desk.end(signal.SIGKILL)
    serve(table)
    async with page_socket(table) as socket:
        later = await number_shown(socket)
        again = {"kind": "act", "id": "press-one", "request": request, "seen": seen, "again": True}
        await socket.send_json(again)
        done = await answered(socket, "press-one")
        assert (done["kind"], done["receipt"]["number"]) == ("done", seen + 1)
        # What never reached the table is told as not done, and is not done by asking.
        await socket.send_json(again | {"id": "press-two", "seen": later})
        lost = await answered(socket, "press-two")
        assert (lost["kind"], lost["code"]) == ("not_done", "outcome-not-done")
        # Where the record tells of something else since then, nobody can say.
        other = keyed({"kind": "bank_accepted"})
        await socket.send_json(again | {"id": "press-three", "request": other})
        assert (await answered(socket, "press-three"))["code"] == "outcome-unknown"
    assert kinds(table).count("shoe_loaded") == 1


async def test_the_page_shows_what_is_due_and_what_is_keyed_in(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    serve(table)
    async with page_socket(table) as socket:
        picture = await shown(socket)
        await recorded(socket, await press(socket, {"kind": "shoe_loaded", "decks": 8}))
        for kind in ("bank_accepted", "bets_closed", "collection_taken"):
            await recorded(socket, await press(socket, {"kind": kind}))
        await recorded(socket, await press(socket, pad_key("tie")))
        while not picture["entry"]:
            picture = await shown(socket)
        assert picture["offer"]["keypad"]["kind"] == "rank"
        assert (picture["entry"], picture["tone"]) == ("Tie", "due")


async def test_what_is_not_offered_now_is_refused_and_changes_nothing(
    table: TableOnTrial,
) -> None:
    """A touch on an old picture, or a page that makes events up."""
    table.start_daemon()
    table.wait_for_board()
    serve(table)
    settled: dict[str, object] = {"kind": "round_settled"}
    drawn: dict[str, object] = {"kind": "card_drawn", "card": "Ah"}
    async with page_socket(table) as socket:
        await shown(socket)
        for event in (settled, drawn):
            answer = await answered(socket, await press(socket, event))
            assert (answer["kind"], answer["code"]) == ("not_done", "keys-have-changed")
    assert "round_settled" not in kinds(table)
    assert "irregularity_found" not in kinds(table)


async def test_only_the_tables_own_page_may_press(table: TableOnTrial) -> None:
    table.start_daemon()
    serve(table)
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        async with page_socket(table, "http://elsewhere.example"):
            pass
    assert caught.value.status == 403
    async with page_socket(table) as socket:
        await socket.send_str('{"kind": "act", "id": "rubbish"}')
        while not socket.closed:
            await socket.receive(timeout=PAUSE_S)
        assert socket.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_nobody_presses_without_the_key_of_the_pages_address(table: TableOnTrial) -> None:
    table.start_daemon()
    table.wait_for_board()
    serve(table)
    for key in ("", "guess"):
        async with page_socket(table, key=key) as socket:
            await socket.receive(timeout=PAUSE_S)
            assert socket.close_code == LOGGED_OUT
    async with aiohttp.ClientSession() as session:
        address = f"http://127.0.0.1:{table.desk_port}/dealer"
        assert (await session.get(address)).url.path == "/log-in"
        assert (await session.get(f"{address}?key={PAD_KEY}")).url.path == "/dealer"
        foreign = await session.get(f"{address}?key={PAD_KEY}", headers={"Host": "evil.example"})
        assert foreign.status == 421
    assert "key_pressed" not in kinds(table)


async def test_a_table_whose_devices_are_all_real_has_no_such_page(new_table: NewTable) -> None:
    table = new_table("baccarat")
    table.start_daemon()
    serve(table)
    async with aiohttp.ClientSession() as session:
        answer = await session.get(f"http://127.0.0.1:{table.desk_port}/dealer")
        assert answer.status == 404


def test_a_web_pad_has_no_driver_of_its_own(table: TableOnTrial) -> None:
    process = table.start_part("driver", "pad-web")
    assert process.wait() == 2
    assert process.errors == "error: pad-web: is the house dealer's page; it needs no driver\n"
