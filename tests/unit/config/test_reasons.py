"""Why a device is lost: the same sentence from the few words of a driver and from a language."""

import re
from pathlib import Path

import pytest

from config.words import language_file, languages, words
from config.words.reasons import LostError, in_english
from controller.facts.phrase import phrase

AWAY = phrase("device-away", device="shoe-1", reason=phrase("lost-silent", seconds="3"))
SAID = re.compile(r'"(lost-[a-z-]+)"')
SOURCES = ("controller", "drivers", "vision")


def test_a_driver_says_a_reason_as_the_language_does() -> None:
    why = phrase("lost-port-missing", port="/dev/ttyUSB0")
    assert in_english(why) == words().say(why) == "port /dev/ttyUSB0: not there; plug the device in"
    assert str(LostError(why)) == in_english(why)
    assert in_english("as it came") == words().told("as it came") == "as it came"


def test_every_reason_a_process_gives_has_words() -> None:
    root = Path(__file__).parents[3]
    files = [file for name in SOURCES for file in (root / name).rglob("*.py")]
    codes = {code for file in files for code in SAID.findall(file.read_text("utf-8"))}
    assert len(codes) > 30
    assert sorted(codes - language_file("en").phrases.keys()) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Shoe-1 does not answer: silent for 3 s; check its cable and power"),
        ("vi", "Shoe-1 không trả lời: im lặng 3 giây; hãy kiểm tra cáp và nguồn"),
        ("zh-Hans", "Shoe-1 没有回应：已有 3 秒没有消息；请检查线缆和电源"),
        ("zh-Hant", "Shoe-1 沒有回應：已有 3 秒沒有消息；請檢查線纜和電源"),
    ],
)
def test_why_a_device_is_away_is_told_in_every_language(language: str, said: str) -> None:
    assert words(language).sentence(AWAY) == said


@pytest.mark.parametrize("language", languages())
def test_what_is_wrong_and_what_to_do_are_told_apart_in_every_language(language: str) -> None:
    said, why = words(language), phrase("lost-silent", seconds="3")
    whole = said.say(why)
    parts = [said.say(phrase(code, reason=why)) for code in ("doctor-lost", "cure-lost")]
    assert all(parts)
    assert len("".join(parts)) < len(whole)
    assert whole.startswith(parts[0])
    assert whole.endswith(parts[1])
