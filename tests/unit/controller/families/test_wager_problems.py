"""Wagers that cannot be right are named with file, line and wager."""

from pathlib import Path

import pytest

from config.document import DocumentError, parse_document
from controller.families.catalogue import GAMES, build_game

EZ = "lucky-derby/ez-baccarat-panda-8"
ZOOBAC = "oaks/zoobac"
SECOND_TIE = """[[wagers]]
name = "tie"
title = "Tie"
odds = "5:1"
wins = { winner = "tie" }
source = "000:1"

[settlement]"""

UNSETTLED = SECOND_TIE.replace('"tie"\n', '"extra"\n', 1)


def problems(game_id: str, old: str, new: str) -> list[str]:
    text = (GAMES / f"{game_id}.toml").read_text(encoding="utf-8")
    assert old in text
    document = parse_document(Path("game.toml"), text.replace(old, new, 1))
    with pytest.raises(DocumentError) as refused:
        build_game(document, {}, game_id)
    return [str(problem) for problem in refused.value.problems]


def line_of(game_id: str, words: str) -> int:
    text = (GAMES / f"{game_id}.toml").read_text(encoding="utf-8")
    return text[: text.index(words)].count("\n") + 1


def test_a_second_wager_of_a_name_is_found() -> None:
    (problem,) = problems(EZ, "[settlement]", SECOND_TIE)
    line = line_of(EZ, "[settlement]") + 1
    assert problem == f"game.toml:{line}: wagers.tie.name: tie is taken; choose another"


def test_a_need_that_is_no_wager_is_found_with_the_nearest_name() -> None:
    (problem,) = problems(EZ, 'needs = ["player-line", "banker-line"]', 'needs = ["playerline"]')
    assert f"game.toml:{line_of(EZ, 'needs = ')}: wagers.panda-8.needs: " in problem
    assert "no other wager 'playerline'; there are player-line, " in problem


@pytest.mark.parametrize(
    ("game_id", "old", "new", "said"),
    [
        (
            EZ,
            'winner = "player", total = 8, cards = 3',
            'winner = "player", total = 5, cards = 2',
            "wagers.panda-8.wins: can never win; no coup drawn by [coup] brings this",
        ),
        (
            EZ,
            'pushes = [{ winner = "tie" }]',
            "pushes = [{ sum = 18, margin = 2 }]",
            "wagers.player-line.pushes.0: no coup brings this",
        ),
        (
            ZOOBAC,
            'triple-rabbit = { winner = "player", total = 7, cards = 3, loser_total = 0 }',
            'triple-rabbit = { winner = "player", total = 7 }',
            "cases.rabbit: can never win; the cases above it take every such coup",
        ),
    ],
)
def test_a_bet_that_no_coup_decides_is_found(game_id: str, old: str, new: str, said: str) -> None:
    assert any(problem.endswith(said) for problem in problems(game_id, old, new))


PANDA = 'wins = { winner = "player", total = 8, cards = 3 }'


@pytest.mark.parametrize(
    ("wins", "can_win"),
    [
        ("{ player = { pair = true } }", True),
        ("{ player = { pair = true, suited = true } }", True),
        ('{ winner = "tie", natural = true, either = { pair = true } }', True),
        # Two cards of one rank make an even total, and one suit has one colour.
        ('{ winner = "player", total = 9, cards = 2, player = { pair = true } }', False),
        ("{ banker = { suited = true, one_colour = false } }", False),
    ],
)
def test_a_bet_on_pairs_is_found_where_no_cards_look_so(wins: str, can_win: bool) -> None:
    text = (GAMES / f"{EZ}.toml").read_text(encoding="utf-8")
    assert PANDA in text
    document = parse_document(Path("game.toml"), text.replace(PANDA, f"wins = {wins}", 1))
    try:
        build_game(document, {}, EZ)
        said = []
    except DocumentError as refused:
        said = [problem.text for problem in refused.problems]
    assert said == [] if can_win else ["can never win; no coup drawn by [coup] brings this"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["panda-8"]', '["panda-9"]', "settlement.order: no wager 'panda-9'; there are player-"),
        ("[settlement]", UNSETTLED, "settlement.order: wager 'extra' is never settled; add"),
        ('odds = "25:1"', 'odds = "25 to 1"', "panda-8.odds: should be written like '30:1', got"),
        ("decks = [3, 8]", "decks = [8]", "cards.decks: should have 2 values; write them in [ ]"),
        ("decks = [3, 8]", "decks = [8, 8, 8]", "cards.decks: should have 2 values, got [8, 8, 8]"),
        ("marks = true", "marks = 1", "fits no variant; write true or false, or 'cases'"),
    ],
)
def test_a_mistake_is_told_at_its_key_in_plain_words(old: str, new: str, said: str) -> None:
    found = problems(EZ, old, new)
    assert any(said in problem for problem in found)
    assert not any(problem.startswith("game.toml:1:") for problem in found)
