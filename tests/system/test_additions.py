"""A family is a folder: one that stands under tests/ is played with no other file touched."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.command import Done, underfelt_apart

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


def underfelt(*commands: Sequence[str]) -> list[Done]:
    return underfelt_apart(commands, {"UNDERFELT_ADDITIONS": str(ADDITIONS)})


def test_the_added_family_is_known_its_rounds_play_and_its_own_verdict_settles(
    tmp_path: Path,
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    listed, checked, simulated, settled = underfelt(
        ("games",),
        ("check-config", str(TABLE)),
        ("simulate", "test-room/high-card", "--rounds", "500", "--seed", "7", "--json"),
        ("settle", "test-room/high-card", str(file), "--seats", "6", "--json"),
    )
    assert "test-room/high-card" in listed.stdout
    assert (checked.returncode, checked.stderr) == (0, "")
    report = json.loads(simulated.stdout)
    # Every button is placed by the bank's card.
    assert (sum(report["buttons"].values()), report["irregularities"]) == (500, {})
    lines = {line["seat"]: line["result"] for line in json.loads(settled.stdout)["lines"]}
    assert lines == {1: "win", 4: "push", 5: "lose"}


def test_a_whole_emulated_table_plays_it_and_expects_its_cards(tmp_path: Path) -> None:
    state, events = str(tmp_path / "state"), tmp_path / "events.jsonl"
    places = ("--state-dir", state, "--run-dir", str(tmp_path / "run"))
    run = [sys.executable, "-m", "controller", "run", "--table", str(TABLE), *places]
    done = subprocess.run(
        [*run, "--pace", "100", "--until", "2"],
        env=os.environ | {"UNDERFELT_ADDITIONS": str(ADDITIONS)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "IRREGULARITY" not in done.stdout
    # What is expected is not in the record: it follows from the events.
    export = ("journal", "export", "--events-only", state)
    exported, shown = underfelt(export, ("journal", "show", state))
    events.write_text(exported.stdout, encoding="utf-8")
    (replayed,) = underfelt(("replay", "--table", str(TABLE), str(events)))
    assert '"code":"one-card-to-bank"' in replayed.stdout, replayed.stderr
    # Its people's own habit: everybody bets.
    bets = [line for line in shown.stdout.splitlines() if "betting_ended" in line]
    assert [line.count(",") for line in bets] == [4] * len(bets)


def test_without_the_folder_nobody_knows_the_family() -> None:
    commands = (("games",), ("simulate", "test-room/high-card", "--rounds", "1"))
    for done in underfelt_apart(commands):
        assert "test-room/high-card" not in done.stdout
