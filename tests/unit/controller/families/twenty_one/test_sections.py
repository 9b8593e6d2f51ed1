"""Game files of the twenty-one family: what contradicts itself is refused with its reason."""

from pathlib import Path

import pytest

from config.document import DocumentError, parse_document
from config.table import TableAndGame
from controller.families.catalogue import GAMES, build_game, load_game
from controller.families.tables import load_table

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
    start = document.rindex('[[wagers]]\nname = "perfect-pair"')
    wager = document[start : document.index("```", start)]
    text = (GAMES / f"{GAME}.toml").read_text(encoding="utf-8")
    text = text.replace("[settlement]", f"{wager}\n[settlement]")
    text = text.replace('"buster", "base"]', '"buster", "base", "perfect-pair"]')
    game = build_game(parse_document(Path("game.toml"), text), {}, GAME)
    assert game.wagers[-1].table["two-tens"] == "0:1"


@pytest.mark.parametrize(
    ("game_id", "key", "value"),
    [
        (SPANISH, "twenty_one.double.way", "for-less"),
        ("casino-99/pure-spanish-21.5", "twenty_one.double.way", "for-less"),
        (GAME, "twenty_one.surrender.when", "before-the-look-too"),
        ("lucky-derby/buster-blackjack-4", "twenty_one.deal.bank", "up-up"),
    ],
)
def test_a_room_may_choose_what_its_book_leaves_open(game_id: str, key: str, value: str) -> None:
    chosen: object = load_game(game_id, {key: value})
    for part in key.split("."):
        chosen = getattr(chosen, part)
    assert chosen == value


def test_a_removed_rank_needs_no_value_on_the_button() -> None:
    assert "button.values.T" in problems('removed = "T"\n', "", SPANISH)


CAPITOL_TABLE = """
id = "no-bust"
game = "capitol/no-bust-21st-century-blackjack"
seats = 8
fees = "A"
limits = { minimum = 5, maximum = 500 }

[devices]
shoe-1 = { kind = "shoe", source = "emulated" }
entry-pad-1 = { kind = "entry-pad", source = "emulated" }
lamps-1 = { kind = "lamps", source = "emulated" }
"""


def capitol(folder: Path, line: str = "") -> TableAndGame:
    file = folder / "table.toml"
    file.write_text(line + CAPITOL_TABLE, encoding="utf-8")
    return load_table(file)


def test_buster_needs_six_decks_and_a_table_may_leave_it_out(tmp_path: Path) -> None:
    offered = capitol(tmp_path).game
    assert offered.decks == (6, 8)
    plain = capitol(tmp_path, 'without = ["buster"]\n').game
    assert plain.decks == (1, 8)
    assert [wager.name for wager in plain.wagers] == ["base", "insurance"]
    assert plain.settlement.order == (("insurance", "base"),)


@pytest.mark.parametrize("name", ["base", "insurance", "red-flex"])
def test_only_a_side_bet_is_left_out(name: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no such side bet to leave out"):
        capitol(tmp_path, f'without = ["{name}"]\n')
