"""The words of the screens can be drawn with the faces the table ships."""

import re

import pytest

from config.words import SUITS, languages
from tests.cut_fonts import FACES, letters_of
from tests.font_files import FONTS, FONTS_LIMIT

RANGE = re.compile(r"U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?")


@pytest.mark.parametrize("language", FACES)
def test_every_chinese_word_can_be_drawn(language: str) -> None:
    covered = set((FONTS / f"covered-{language}.txt").read_text(encoding="utf-8"))
    assert sorted(letters_of(language) - covered) == []
    assert set(SUITS.values()) <= covered


@pytest.mark.parametrize("language", [each for each in languages() if each not in FACES])
def test_every_word_in_latin_letters_can_be_drawn(language: str) -> None:
    """The Latin face has the ranges its read-me file says it is cut to."""
    latin = (FONTS / "README.md").read_text(encoding="utf-8").rpartition("Latin face")[2]
    spans = [(int(first, 16), int(last or first, 16)) for first, last in RANGE.findall(latin)]
    drawn = {c for c in letters_of(language) if any(a <= ord(c) <= b for a, b in spans)}
    assert sorted(letters_of(language) - drawn) == []


def test_the_faces_are_small_and_carry_their_licences() -> None:
    assert sum(file.stat().st_size for file in FONTS.iterdir()) < FONTS_LIMIT
    for licence in ("OFL-barlow.txt", "OFL-noto-sans-sc.txt", "OFL-noto-sans-tc.txt"):
        assert "SIL OPEN FONT LICENSE" in (FONTS / licence).read_text("utf-8").upper()
