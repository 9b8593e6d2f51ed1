"""What the pad's page is told: its sentences come ready made, in the language the page asks for."""

from typing import Any

import pytest

from config.words import chosen_language
from controller.desk.pages.pad.picture import PadPicture, pad_picture
from controller.facts.board import EntryView, ShoeStatistics, ShoeView
from controller.facts.phrase import phrase
from controller.families.catalogue import load_game
from tests.unit.drivers.scoreboard.served_table import board

GAME = load_game("lucky-derby/ez-baccarat-panda-8")
DUE = (phrase("seat-may-bank", seat=3), phrase("close-bets"))


def shown(language: str = "en", **changes: Any) -> PadPicture:
    return pad_picture(board(1).model_copy(update=changes), GAME, language)


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
