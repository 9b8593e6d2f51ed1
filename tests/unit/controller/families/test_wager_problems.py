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
    assert problem == f"game.toml:{line}: wagers.5.name: tie is taken; choose another"


def test_a_need_that_is_no_wager_is_found_with_the_nearest_name() -> None:
    (problem,) = problems(EZ, 'needs = ["player-line", "banker-line"]', 'needs = ["playerline"]')
    assert f"game.toml:{line_of(EZ, 'needs = ')}: wagers.3.needs: " in problem
    assert "no other wager 'playerline'; there are player-line, " in problem


@pytest.mark.parametrize(
    ("game_id", "old", "new", "said"),
    [
        (
            EZ,
            'winner = "player", total = 8, cards = 3',
            'winner = "player", total = 5, cards = 2',
            "wagers.3.wins: panda-8: can never win; no coup drawn by [coup] brings this",
        ),
        (
            EZ,
            'pushes = [{ winner = "tie" }]',
            "pushes = [{ sum = 18, margin = 2 }]",
            "wagers.0.pushes.0: player-line: no coup brings this",
        ),
        (
            ZOOBAC,
            'triple-rabbit = { winner = "player", total = 7, cards = 3, loser_total = 0 }',
            'triple-rabbit = { winner = "player", total = 7 }',
            "cases.rabbit: rabbit: can never win; the cases above it take every such coup",
        ),
    ],
)
def test_a_bet_that_no_coup_decides_is_found(game_id: str, old: str, new: str, said: str) -> None:
    assert any(problem.endswith(said) for problem in problems(game_id, old, new))
