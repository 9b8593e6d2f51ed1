"""What the pad's page is told: its sentences come ready made, in the language the page asks for."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.web import WebSocketResponse

from config.words import chosen_language
from controller.bus.messages import DaemonMessage, DriverMessage
from controller.facts.board import EntryView, ShoeStatistics, ShoeView
from controller.facts.phrase import phrase
from controller.families.catalogue import load_game
from drivers.entry_pad.web_pad import WebPad
from drivers.scoreboard.pad_page import PadPageSocket, PadPlace, PadServer
from drivers.scoreboard.pad_picture import PadPicture, pad_picture
from drivers.scoreboard.pad_words import pad_keys, pad_words
from drivers.scoreboard.server import serve
from tests.loopback import free_port, reachable
from tests.system.processes import short_folder
from tests.unit.drivers.scoreboard.served_table import Table, board

GAME = load_game("lucky-derby/ez-baccarat-panda-8")
DUE = (phrase("seat-may-bank", seat=3), phrase("close-bets"))


def shown(language: str = "en", **changes: Any) -> PadPicture:
    return pad_picture("1", board(1).model_copy(update=changes), GAME, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 3 takes the bank / Close the bets"),
        ("zh-Hans", "3 号位坐庄 / 停止下注"),
        ("vi", "Ghế 3 nhận làm cái / Ngừng đặt cược"),
    ],
)
def test_the_prompt_is_what_every_pad_of_the_table_says(language: str, said: str) -> None:
    assert shown(language, prompt=DUE).prompt == said


def test_nothing_due_is_said_too() -> None:
    assert shown().prompt == "Nothing is due"
    assert shown("zh-Hans").prompt == "请稍候"


@pytest.mark.parametrize(
    ("language", "keyed"),
    [("en", "Banker · natural"), ("zh-Hans", "庄 · 天牌"), ("vi", "Cái · tự nhiên")],
)
def test_what_is_keyed_in_is_said(language: str, keyed: str) -> None:
    entry = EntryView(
        winner="banker", natural=True, player_pair=False, banker_pair=False, bonuses=()
    )
    assert shown(language, entry=entry).entry_text == keyed
    assert shown(language).entry_text == ""


def test_where_the_shoe_stands_is_said() -> None:
    view = ShoeView(
        number=2,
        decks=8,
        cards_left=400,
        cut_card_out=False,
        hands=(),
        statistics=ShoeStatistics(shoe=2, hands=0, counts={}),
    )
    assert shown(shoe=view).standing == "Shoe 2 · 0 hands"
    assert shown("vi", shoe=view).standing == "Hộp 2 · 0 ván"
    assert shown().standing == "No shoe yet"


def test_a_language_there_are_no_words_for_is_the_tables() -> None:
    asked = ["vi", "", "xx", "../en", "EN"]
    assert [chosen_language(each, "vi") for each in asked] == ["vi", "vi", "vi", "vi", "en"]


def test_every_key_has_its_label() -> None:
    told = pad_words("vi")
    assert told.keys.keys() == set(pad_keys())
    assert (told.keys["enter"], told.keys["new-shoe-8"]) == ("Nhập", "Hộp mới, 8 bộ")


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A table that speaks Chinese, with a pad."""
    port, stop = free_port(), asyncio.Event()
    with short_folder() as folder:
        place = PadPlace("pad-web", GAME, Path(folder), "zh-Hans")
        server = asyncio.create_task(serve(Table(), "127.0.0.1", port, stop, pad=place))
        await reachable(server, port)
        yield f"http://127.0.0.1:{port}"
        stop.set()
        await server


@pytest.mark.parametrize(
    ("query", "language", "label"),
    [("", "zh-Hans", "确认"), ("?lang=vi", "vi", "Nhập"), ("?lang=xx", "zh-Hans", "确认")],
)
async def test_the_page_is_handed_its_words(
    address: str, query: str, language: str, label: str
) -> None:
    async with ClientSession() as page, page.get(f"{address}/pad/words.json{query}") as answer:
        told = await answer.json()
    assert (answer.status, told["language"], told["keys"]["enter"]) == (200, language, label)


async def test_two_pages_of_one_table_speak_two_languages() -> None:
    server = PadServer("1", GAME, WebPad("pad-web", Silence()))
    pages = [
        PadPageSocket(WebSocketResponse(), language) for language in ("zh-Hans", "vi", "zh-Hans")
    ]
    for page in pages[:2]:
        server.opened(page)
    server.take(board(7))
    server.opened(pages[2])
    told = [page.queue.get_nowait() for page in pages]
    assert all(isinstance(picture, PadPicture) and picture.number == 7 for picture in told)
    prompts = [picture.prompt for picture in told if isinstance(picture, PadPicture)]
    assert prompts == ["请稍候", "Chưa có việc", "请稍候"]


class Silence:
    """A daemon that never answers."""

    def send(self, _message: DriverMessage) -> None:
        return

    def receive(self) -> list[DaemonMessage]:
        return []

    def renew(self) -> None:
        """Nothing is open."""

    def wait(self, _fds: Sequence[int], _timeout_s: float) -> set[int]:
        return set()

    def close(self) -> None:
        return
