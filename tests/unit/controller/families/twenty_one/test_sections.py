"""Game files of the twenty-one family: what contradicts itself is refused with its reason."""

from pathlib import Path

import pytest

from config.document import DocumentError, parse_document
from controller.families.catalogue import GAMES, build_game

GAME = "oaks/pure-21.5"
SPANISH = "lucky-derby/pure-spanish-21.5"


def problems(old: str, new: str, game_id: str = GAME) -> str:
    text = (GAMES / f"{game_id}.toml").read_text(encoding="utf-8")
    assert old in text
    changed = parse_document(Path("game.toml"), text.replace(old, new))
    with pytest.raises(DocumentError) as refused:
        build_game(changed, {}, game_id)
    return "\n".join(map(str, refused.value.problems))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('hands = "soft", totals = [18, 40]', 'hands = "soft", totals = [19, 40]', "soft 18"),
        ('hands = "hard", totals = [17, 40]', 'hands = "hard", totals = [19, 40]', "hard 18"),
        ('cards-5 = "6:1", ', "", "lines of 'buster' disagree on 'cards-5'"),
        ('suited-21 = "10:1", ', "", "disagree on 'suited-21'"),
        ("lines = { cards-8", "rows = { cards-8", "unknown key"),
        ('of = "bank", over = true, at_least = 8', 'of = "bank"', "must say what the cards show"),
        ('ranks = "777" }', "matches = { suited = 1 } }", 'write of = "first-two"'),
        ('odds = "1:1"\n', "", "wager 'base' needs odds"),
        ('family = "twenty-one"', 'family = "baccarat"', "coup: missing; add this key"),
        ("limit = 21.5", "limit = 31", "twenty_one.totals.limit"),
        ('naturals = [["A", "TJQK"]]', 'naturals = [["A", "X"]]', "naturals"),
        ('peek_on = "ATJQK"', 'peak_on = "ATJQK"', "unknown key"),
    ],
)
def test_a_game_that_does_not_add_up_is_refused(old: str, new: str, words: str) -> None:
    assert words in problems(old, new)


def test_the_side_bet_of_the_document_on_writing_a_game_is_accepted() -> None:
    document = (GAMES.parents[1] / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
    start = document.index('[[wagers]]\nname = "perfect-pair"')
    wager = document[start : document.index("```", start)]
    text = (GAMES / f"{GAME}.toml").read_text(encoding="utf-8")
    text = text.replace("[settlement]", f"{wager}\n[settlement]")
    text = text.replace('"buster", "base"]', '"buster", "base", "perfect-pair"]')
    game = build_game(parse_document(Path("game.toml"), text), {}, GAME)
    assert game.wagers[-1].table["two-tens"] == "0:1"


def test_double_double_excludes_doubling_for_less() -> None:
    assert "for_less" in problems("times = 3\n", "times = 3\nfor_less = true\n", SPANISH)


def test_a_removed_rank_needs_no_value_on_the_button() -> None:
    assert "button.values.T" in problems('removed = "T"\n', "", SPANISH)
