"""The `roads` command and its picture."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.main import cli
from controller.roads.picture import shoe_picture
from controller.roads.report import parse_shoes, roads_of_shoes


def run(*arguments: str, shoes: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["roads", *arguments], input=shoes)


def picture(shoes: str, colour: bool = False) -> list[str]:
    (report,) = roads_of_shoes(parse_shoes(shoes))
    return shoe_picture(1, report, colour).splitlines()


def test_json_holds_one_report_a_shoe() -> None:
    result = run("--json", "-", shoes='[["B", "T"], []]')
    first, second = json.loads(result.stdout)
    assert result.exit_code == 0
    assert first["big_road"][0]["ties"] == 1
    assert second["bead_plate"] == []


def test_tail_option_reaches_the_layout() -> None:
    nested = json.dumps([["B"] * 9 + ["P"] * 10])
    rows = {}
    for tail in ("stay", "drop"):
        (report,) = json.loads(run("--json", "--tail", tail, shoes=nested).stdout)
        rows[tail] = report["big_road"][-1]["row"]
    assert rows == {"stay": 4, "drop": 5}


def test_shoes_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "shoes.json"
    path.write_text('[["P"]]', encoding="utf-8-sig")
    assert "player 1" in run(str(path)).stdout


@pytest.mark.parametrize(
    ("shoes", "message"),
    [
        ('[["B", "Q"]]', "error: shoe 1, hand 2: 'Q' is not an outcome; use P, B or T"),
        ("", "error: line 1, column 1: this is not JSON"),
        (b'[["\xff"]]', "error: byte 3 is not UTF-8; save"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(shoes: str | bytes, message: str) -> None:
    result = run("--json", shoes=shoes)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_missing_file_is_named(tmp_path: Path) -> None:
    result = run(str(tmp_path / "nowhere.json"))
    assert result.exit_code == 2
    assert "nowhere.json: cannot be read (No such file or directory); name a" in result.stderr


def test_terminal_without_circles_is_told_the_way_out() -> None:
    result = CliRunner(charset="latin-1").invoke(cli, ["roads"], input='[["B"]]')
    assert result.exit_code == 2
    assert "use a UTF-8 locale or --json" in result.stderr


def test_picture_draws_stones_ties_and_flags() -> None:
    lines = picture('[["Bn", "B", "T", "P", "Pb+panda-8"]]')
    assert lines[0] == "shoe 1, hands 5: banker 2, player 2, tie 1"
    assert lines[2:4] == ["    Ⓑn", "    Ⓑ"]
    assert lines[9:11] == ["    ●  ○", "    ●1 ○"]
    assert "  marks: hand 5 panda-8" in lines


def test_picture_holds_leading_ties_in_the_first_cell() -> None:
    assert "    /2" in picture('[["T", "T"]]')


def test_picture_names_the_next_marks() -> None:
    lines = picture('[["B", "B", "P", "P"]]')
    assert lines[-2] == "  if player is next: big eye boy ○, small road -, cockroach pig -"
    assert lines[-1] == "  if banker is next: big eye boy ●, small road -, cockroach pig -"


def test_colour_only_adds_to_the_plain_picture() -> None:
    coloured = "\n".join(picture('[["B", "P", "B", "T"]]', colour=True))
    for code in ("\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"):
        assert code in coloured
        coloured = coloured.replace(code, "")
    assert coloured.splitlines() == picture('[["B", "P", "B", "T"]]')


def test_more_hands_than_can_be_drawn_in_time_are_refused() -> None:
    done = run(shoes=json.dumps([["B"] * 60_000, ["P"] * 60_000]))
    assert done.exit_code == 2
    assert done.stderr == "error: 120,000 hands are too many at once; give at most 100,000\n"
