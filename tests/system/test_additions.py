"""A family is a folder: one that stands under tests/ is played with no other file touched."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ADDITIONS = Path(__file__).parents[1] / "additions"
TABLE = ADDITIONS / "high-card.toml"
ROUND = {
    "bank": {"seat": 2, "cards": ["9h"]},
    "seats": {
        "1": {"wagers": {"base": "10"}, "cards": ["As"]},
        "4": {"wagers": {"base": "10"}, "cards": ["9c"]},
        "5": {"wagers": {"base": "10"}, "cards": ["2d"]},
    },
}


def underfelt(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller", *arguments],
        env=os.environ | {"UNDERFELT_ADDITIONS": str(ADDITIONS)},
        capture_output=True,
        text=True,
    )


def test_the_added_family_is_in_the_catalogue_and_its_table_has_no_problems() -> None:
    assert "test-room/high-card" in underfelt("games").stdout
    checked = underfelt("check-config", str(TABLE))
    assert (checked.returncode, checked.stderr) == (0, "")


def test_its_rounds_play_and_every_button_is_placed_by_the_banks_card() -> None:
    done = underfelt("simulate", "test-room/high-card", "--rounds", "500", "--seed", "7", "--json")
    report = json.loads(done.stdout)
    assert (sum(report["buttons"].values()), report["irregularities"]) == (500, {})


def test_its_rounds_are_settled_by_its_own_verdict(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    done = underfelt("settle", "test-room/high-card", str(file), "--seats", "6", "--json")
    lines = {line["seat"]: line["result"] for line in json.loads(done.stdout)["lines"]}
    assert lines == {1: "win", 4: "push", 5: "lose"}


def test_a_whole_emulated_table_plays_it_and_expects_its_cards(tmp_path: Path) -> None:
    places = ("--state-dir", str(tmp_path / "state"), "--run-dir", str(tmp_path / "run"))
    done = underfelt("run", "--table", str(TABLE), "--pace", "100", "--until", "2", *places)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "IRREGULARITY" not in done.stdout
    # What is expected is not in the record: it follows from the events.
    events = tmp_path / "events.jsonl"
    exported = underfelt("journal", "export", "--events-only", str(tmp_path / "state"))
    events.write_text(exported.stdout, encoding="utf-8")
    replayed = underfelt("replay", "--table", str(TABLE), str(events))
    assert '"code":"one-card-to-bank"' in replayed.stdout, replayed.stderr
    shown = underfelt("journal", "show", str(tmp_path / "state"))
    # Its people's own habit: everybody bets.
    bets = [line for line in shown.stdout.splitlines() if "betting_ended" in line]
    assert [line.count(",") for line in bets] == [4] * len(bets)


@pytest.mark.parametrize("command", ["games", "simulate"])
def test_without_the_folder_nobody_knows_the_family(command: str) -> None:
    arguments = ("test-room/high-card", "--rounds", "1") if command == "simulate" else ()
    done = subprocess.run(
        [sys.executable, "-m", "controller", command, *arguments], capture_output=True, text=True
    )
    assert "test-room/high-card" not in done.stdout
