"""The scorecard's shoes of a running table: from its record, also after the scoreboard died."""

import json
import os
import signal
import urllib.request
from functools import partial
from typing import Any

import pytest

from tests.system.processes import TableOnTrial, part_of, until

FEW_ROUNDS = 4


def asked(table: TableOnTrial, path: str) -> Any:
    """The answer of the scoreboard, or None while there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{table.port}{path}", timeout=5) as answer:
            return json.load(answer)
    except OSError:
        return None


def has_hands(table: TableOnTrial, least: int) -> bool:
    card = asked(table, "/shoe.json?number=1")
    return card is not None and len(card["hands"]) >= least


@pytest.mark.long
def test_the_shoe_is_whole_again_after_the_scoreboard_was_killed(table: TableOnTrial) -> None:
    table.start_run("--pace", "40")
    until(partial(has_hands, table, FEW_ROUNDS), "a few hands")
    before = asked(table, "/shoe.json?number=1")
    first = part_of(table, "scoreboard")
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: part_of(table, "scoreboard") not in (None, first), "another scoreboard")
    until(partial(has_hands, table, len(before["hands"])), "the shoe again")
    after = asked(table, "/shoe.json?number=1")
    assert after["hands"][: len(before["hands"])] == before["hands"]
    assert after["started_ms"] == before["started_ms"]
    assert [cell["winner"].lower() for cell in after["roads"]["bead_plate"]] == [
        hand["winner"][0] for hand in after["hands"]
    ]


def time_to_bet(table: TableOnTrial) -> int | None:
    board = table.board()
    return board.timer_left_ms if board and board.bets_open else None


def test_the_board_says_how_long_bets_stay_open(table: TableOnTrial) -> None:
    table.start_run("--pace", "20")
    left = until(partial(time_to_bet, table), "bets are open")
    assert 0 < left <= 20_000


def test_a_bad_theme_stops_a_run_but_not_a_scoreboard(table: TableOnTrial) -> None:
    table.edit("[scoreboard]\n", '[scoreboard]\ntheme = "room.toml"\n')
    (table.folder / "room.toml").write_text('base = "dark"\n[colours]\ntext = "#000000"\n')
    refused = table.ask_run()
    assert refused.returncode == 2
    assert "room.toml:3: colours.text: text on ground has a contrast of 1." in refused.stderr
    table.start_daemon()
    alone = table.start_part("scoreboard")
    until(lambda: asked(table, "/table.json"), "the poster")
    assert "theme not used" in alone.errors
