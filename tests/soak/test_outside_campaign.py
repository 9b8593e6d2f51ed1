"""Kills, stalls and troubles of disk and cable against whole tables, for as long as is wanted."""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tests.system.campaign import Outcome, report, torment
from tests.system.disturbances import (
    Trouble,
    full_disk,
    kill,
    kill_supervisor,
    slow_disk,
    stall,
    starve,
    unplug,
)
from tests.system.wanted import Wanted

MINUTES = float(os.environ.get("UNDERFELT_SOAK_MINUTES", "10"))
TABLES = int(os.environ.get("UNDERFELT_SOAK_TABLES", "3"))
# How much faster than people the tables are played: slower ones leave more processor for starts.
PACE = int(os.environ.get("UNDERFELT_SOAK_PACE", "20"))
# How many there should be over all sittings; a campaign that had them all ends before its time.
KILLS = int(os.environ.get("UNDERFELT_SOAK_KILLS", "1000"))
STALLS = int(os.environ.get("UNDERFELT_SOAK_STALLS", "300"))
SEED = int(os.environ.get("UNDERFELT_SOAK_SEED", "1"))
# Where every trouble is written as it comes, and the outcome of each sitting: a campaign that was
# stopped goes on from there, and its report is of all sittings in the file.
OUTCOMES = os.environ.get("UNDERFELT_SOAK_OUTCOMES")
# A table is compared with its truth so often; what a stopped campaign loses is no more than that.
SITTING_S = 300.0
GAMES = ("baccarat", "three-card", "fortune", "pan9")
BESIDE = (kill_supervisor, starve, unplug, unplug, full_disk, slow_disk)


@pytest.mark.timeout(MINUTES * 60 + 900)
def test_a_campaign_from_outside_loses_doubles_and_invents_nothing_and_leaves_nothing_stuck() -> (
    None
):
    earlier, wanted = list(told()), Wanted({kill: KILLS, stall: STALLS}, BESIDE)
    for trouble in (trouble for outcome in earlier for trouble in outcome.troubles):
        wanted.note(trouble)
    numbers = count(len(earlier))
    deadline = time.monotonic() + MINUTES * 60
    with ThreadPoolExecutor(TABLES) as tables:
        sat = [tables.submit(sittings, numbers, deadline, wanted) for _ in range(TABLES)]
    outcomes = [*earlier, *(outcome for table in sat for outcome in table.result())]
    print("\n" + report(outcomes))
    print("lacking: " + ", ".join(f"{cause.__name__} {n}" for cause, n in wanted.left.items()))
    for outcome in outcomes:
        assert outcome.compared.is_clean, outcome.compared
        # By the clock: on a machine that is not busy no wait for a processor excuses anything.
        assert outcome.late == []


def sittings(numbers: Iterator[int], deadline: float, wanted: Wanted) -> list[Outcome]:
    """One table after the other, until time is up or there was enough."""
    outcomes = []
    while (left_s := deadline - time.monotonic()) > 0 and any(wanted.left.values()):
        outcomes.append(sit(next(numbers), min(left_s, SITTING_S), wanted))
    return outcomes


def sit(number: int, for_s: float, wanted: Wanted) -> Outcome:
    game = GAMES[number % len(GAMES)]
    evidence = Path(f"{OUTCOMES}-{game}-{SEED + number}") if OUTCOMES else None
    try:
        note = partial(noted, game, wanted)
        seed = SEED + number
        outcome = torment(game, seed, wanted.next, for_s, note, evidence, PACE)
    except BaseException as error:
        # At once: the other tables may go on for long.
        write(json.dumps({"game": game, "seed": SEED + number, "ended early": repr(error)}))
        raise
    write(outcome.json())
    return outcome


def noted(game: str, wanted: Wanted, trouble: Trouble) -> None:
    wanted.note(trouble)
    write(json.dumps({"game": game, **trouble._asdict()}))


def write(line: str) -> None:
    if OUTCOMES:
        with Path(OUTCOMES).open("a") as file:
            file.write(line + "\n")


def told() -> Iterator[Outcome]:
    """The sittings that the file has already."""
    lines = Path(OUTCOMES).read_text().splitlines() if OUTCOMES and Path(OUTCOMES).exists() else []
    return (Outcome.of(line) for line in lines if '"troubles"' in line)
