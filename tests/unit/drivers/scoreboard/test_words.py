"""The words of the screens can be drawn with the faces the table ships."""

import re
from pathlib import Path

import pytest

import drivers.scoreboard
from config.words import SUITS, WORDS
from controller.web.shared_files import SHARED

WEB = Path(drivers.scoreboard.__file__).parent / "web"
COVERED = set((SHARED / "fonts" / "covered.txt").read_text(encoding="utf-8"))
RANGE = re.compile(r"U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?")


@pytest.mark.parametrize(
    "file", [WEB / "words" / "odds.js", WORDS / "zh-Hans" / "table.toml"], ids=lambda f: f.name
)
def test_every_chinese_word_can_be_drawn(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert {letter for letter in text if ord(letter) > 127} <= COVERED


def test_the_suits_of_a_sentence_can_be_drawn() -> None:
    assert set(SUITS.values()) <= COVERED


def test_every_vietnamese_word_can_be_drawn() -> None:
    """The Latin face has the ranges its read-me file says it is cut to."""
    latin = (SHARED / "fonts" / "README.md").read_text(encoding="utf-8").rpartition("Latin face")[2]
    spans = [(int(first, 16), int(last or first, 16)) for first, last in RANGE.findall(latin)]
    text = (WORDS / "vi" / "table.toml").read_text(encoding="utf-8").replace("\n", "")
    assert {c for c in text if not any(a <= ord(c) <= b for a, b in spans)} == set()
