"""The words of the screens beside the kiosk page."""

from pathlib import Path

import drivers.scoreboard

WEB = Path(drivers.scoreboard.__file__).parent / "web"


def test_every_chinese_name_of_odds_can_be_drawn() -> None:
    covered = set((WEB / "fonts" / "covered.txt").read_text(encoding="utf-8"))
    text = (WEB / "words" / "odds.js").read_text(encoding="utf-8")
    assert {letter for letter in text if ord(letter) > 127} <= covered
