"""What the page on the rule books names is there: scenarios, tests and readings."""

import re
from functools import cache
from pathlib import Path

import pytest

from config.document import read_document
from controller.families.catalogue import game_file, game_ids

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rule-audit.md").read_text("utf-8")
# Which readings the books decide, and which games followed their own word instead of print.
DECIDED = {
    "capitol/three-card-poker": {"seat-by-seat", "no-more-bets-closes-antes"},
    "capitol/fast-nine": {"bank-first-hand"},
    "capitol/fortune-pai-gow-poker": {"no-envy-column", "bets-close-at-first-card"},
    "capitol/supreme-baccarat": {"hands-turned-one-by-one"},
    "casino-99/pure-21.5": {"fee-before-cards", "three-to-two"},
    "casino-99/ez-baccarat-panda-8": {"three-card-nine-beats-eight"},
    "casino-99/three-card-poker-6-card-bonus": {
        "stacks-for-antes-only",
        "no-more-bets-closes-antes",
    },
    "casino-99/ultimate-texas-holdem": {
        "no-more-bets-closes-antes",
        "bad-beat-by-the-beaten-hand",
    },
    "casino-99/fortune-pai-gow-poker": {
        "bets-close-before-the-deal",
        "trips-before-straight-in-bonus",
    },
    "casino-99/chinese-poker": {
        "five-cards-exposed",
        "identical-in-two-hands",
        "button-wins-segments-only",
    },
    "oaks/21st-century-blackjack": {"several-decks"},
    "oaks/super-pan-9": {"bank-first-hand"},
    "oaks/pure-21.5": {"lucky-paid-provisionally"},
    "oaks/three-card-poker-1.3": {"count-from-the-house-dealer"},
    "oaks/ez-baccarat-panda-8": {"first-tier-of-109"},
    "lucky-derby/pai-gow-poker": {"pair-before-complete-hand"},
    "lucky-derby/ultimate-texas-holdem": {"seat-numbers"},
}


@cache
def readings_of(game: str) -> dict[str, str]:
    items = read_document(game_file(game)).content.get("readings", ())
    return {item["name"]: item["text"] for item in items}


def test_every_test_the_page_names_is_there() -> None:
    files = "\n".join(file.read_text("utf-8") for file in ROOT.glob("tests/**/test_*.py"))
    there = set(re.findall(r"def (test_\w+)", files))
    assert sorted(set(re.findall(r"`(test_\w+)`", PAGE)) - there) == []


def test_every_scenario_the_page_names_is_there() -> None:
    files = ROOT.glob("config/games/*/scenarios/*.toml")
    there = {each["name"] for file in files for each in read_document(file).content["scenario"]}
    named = re.findall(r"(?<!\*)\*([a-zA-Z][^*|]+)\*(?!\*)", PAGE)
    assert sorted(set(named) - there - {"Settled by"}) == []


def test_every_reading_the_page_names_is_there() -> None:
    there = {name for game in game_ids() for name in readings_of(game)}
    lists = re.findall(r"readings? ((?:`[a-z0-9-]+`(?:, | and )?)+)", PAGE)
    named = {name for each in lists for name in re.findall(r"`([a-z0-9-]+)`", each)}
    assert sorted(named - there) == []


@pytest.mark.parametrize("game", DECIDED)
def test_no_reading_stands_where_the_book_decides(game: str) -> None:
    assert DECIDED[game].intersection(readings_of(game)) == set()


@pytest.mark.parametrize(
    ("game", "reading"),
    [
        ("capitol/three-card-poker", "three-card-order"),
        ("capitol/pai-gow-tiles", "three-or-six"),
        *((game, "naturals-stop") for game in game_ids() if "ez-baccarat" in game),
    ],
)
def test_a_reading_against_print_says_so_with_its_lines(game: str, reading: str) -> None:
    text = readings_of(game)[reading]
    assert text.startswith("Against the letter")
    assert re.search(r"\d{3,4}", text)
