"""A run that ended by itself: what it said, what its record decides again, what its wires told."""

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.facts.roles import DEMONSTRATION_FLOOR
from tests.system.auditing import assert_whole, irregularities
from tests.system.processes import (
    ONE_GAME,
    OurProcess,
    TableOnTrial,
    processes_naming,
    trial_tables,
)

ROUNDS = 10


class FinishedRun(NamedTuple):
    """A table whose run is over, and the bytes of its wires."""

    table: TableOnTrial
    process: OurProcess
    capture: Path


Finished = Callable[[str], FinishedRun]


@pytest.fixture(scope="module")
def finished() -> Iterator[Finished]:
    """One run of a game for all who only look at what it left."""
    with trial_tables() as make:

        @cache
        def run(game: str) -> FinishedRun:
            table = make(game)
            options = ("--until", str(ROUNDS), "--pace", "1000")
            process = table.start_run(*options, "--capture", str(table.folder / "bytes"))
            assert process.wait() == 0, process.output + process.errors
            return FinishedRun(table, process, table.folder / "bytes")

        yield run


@pytest.mark.parametrize("game", ONE_GAME)
def test_it_says_its_place_and_every_round_and_leaves_nothing_behind(
    finished: Finished, game: str
) -> None:
    table, process, _ = finished(game)
    assert f"http://127.0.0.1:{table.port}/" in process.output
    assert process.output.endswith(f"stopped after {ROUNDS} rounds\n")
    assert process.errors == ""
    lines = process.said
    assert "bank offered to seat 1" in lines
    assert [line for line in lines if line.endswith(" closed")] == [
        f"round {number} closed" for number in range(1, ROUNDS + 1)
    ]
    assert not processes_naming(str(table.file))


def test_it_tells_the_demonstrations_pin_and_keeps_its_record_private(finished: Finished) -> None:
    table, process, _ = finished("baccarat")
    assert f"{DEMONSTRATION_FLOOR.person}, PIN {DEMONSTRATION_FLOOR.pin}" in process.output
    assert table.state.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("game", ONE_GAME)
def test_its_record_decides_the_same_again(finished: Finished, game: str) -> None:
    table = finished(game).table
    assert table.rounds() >= ROUNDS
    assert irregularities(table) == []
    assert_whole(table)


def is_drawn_card(row: dict[str, object]) -> bool:
    event = row.get("event")
    return isinstance(event, dict) and event["kind"] == "card_drawn"


def test_its_captured_bytes_give_the_events_of_its_record(
    finished: Finished, tmp_path: Path
) -> None:
    table, process, capture = finished("baccarat")
    record = tmp_path / "record.jsonl"
    assert f"capture     {capture}" in process.output
    record.write_text(table.ask("journal", "export", str(table.state)).stdout)

    same = table.ask("replay-wire", str(capture), "--against", str(record))
    assert same.returncode == 0, same.stderr
    kinds = [json.loads(line)["kind"] for line in same.stdout.splitlines()]
    assert kinds.count("card_drawn") >= 8
    assert "wager_placed" in kinds
    assert same.stderr == f"{len(kinds)} events, the same as on record\n"

    lines = record.read_text().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if is_drawn_card(json.loads(line)))
    record.write_text("".join(lines[:place] + lines[place + 1 :]))
    other = table.ask("replay-wire", str(capture), "--against", str(record))
    assert other.returncode == 1
    assert other.stderr.startswith("error: shoe-1: event ")
    assert other.stderr.count("\n") == 1


def test_a_second_run_continues_the_record_and_counts_its_own_rounds(
    finished: Finished, table: TableOnTrial
) -> None:
    shutil.copytree(finished("baccarat").table.state, table.state)
    before = table.rounds()
    assert before >= ROUNDS
    process = table.start_run("--until", "1", "--pace", "100")
    assert process.wait() == 0
    assert f"round {before + 1} closed" in process.said
    assert process.output.endswith("stopped after 1 round\n")
