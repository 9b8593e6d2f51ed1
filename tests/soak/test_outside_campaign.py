"""Kills, stalls and troubles of disk and cable against whole tables, for as long as is wanted."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.system.campaign import Outcome, report, torment
from tests.system.disturbances import (
    Cause,
    Trouble,
    full_disk,
    kill,
    kill_supervisor,
    slow_disk,
    stall,
    starve,
    unplug,
)

MINUTES = float(os.environ.get("UNDERFELT_SOAK_MINUTES", "10"))
TABLES = int(os.environ.get("UNDERFELT_SOAK_TABLES", "3"))
SEED = int(os.environ.get("UNDERFELT_SOAK_SEED", "1"))
# Where every trouble is written as it comes, and at the end the outcome of each table.
OUTCOMES = os.environ.get("UNDERFELT_SOAK_OUTCOMES")
GAMES = ("baccarat", "three-card", "fortune", "pan9")
# Ten kills for every three stalls, and the rest beside them.
CAUSES: tuple[Cause, ...] = (
    *(kill,) * 30,
    *(stall,) * 10,
    kill_supervisor,
    starve,
    unplug,
    unplug,
    full_disk,
    slow_disk,
)


@pytest.mark.timeout(MINUTES * 60 + 900)
def test_a_campaign_from_outside_loses_doubles_and_invents_nothing_and_leaves_nothing_stuck() -> (
    None
):
    with ThreadPoolExecutor(TABLES) as tables:
        outcomes = list(tables.map(run_table, range(TABLES)))
    print("\n" + report(outcomes))
    for outcome in outcomes:
        assert outcome.compared.is_clean, outcome.compared
        assert outcome.stuck == []


def run_table(number: int) -> Outcome:
    game = GAMES[number % len(GAMES)]
    try:
        outcome = torment(game, SEED + number, CAUSES, MINUTES * 60, partial(noted, game))
    except BaseException as error:
        # At once: the other tables may go on for long.
        write(f"{game} ended early: {error!r}")
        raise
    write(outcome.json())
    return outcome


def noted(game: str, trouble: Trouble) -> None:
    write(json.dumps({"game": game, **trouble._asdict()}))


def write(line: str) -> None:
    if OUTCOMES:
        with Path(OUTCOMES).open("a") as file:
            file.write(line + "\n")
