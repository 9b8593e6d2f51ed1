"""The `scenarios` command: what passed, what failed and where."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.main import cli
from controller.families.catalogue import GAMES

EZ = "lucky-derby/ez-baccarat-panda-8"
SHIPPED = GAMES / "lucky-derby" / "scenarios" / "ez-baccarat-panda-8.toml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("scenarios", *arguments), standalone_mode=False)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The shipped scenarios with a button at the wrong seat in the first one."""
    file = tmp_path / "told.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    file.write_text(text.replace("button_placed count=", "button_placed count=1", 1), "utf-8")
    return file


def test_the_scenarios_of_a_shipped_game_pass() -> None:
    done = run(EZ)
    assert done.return_value == 0
    assert "passed  normal round" in done.output
    assert done.output.endswith(" passed, 0 failed\n")


def test_a_failure_says_line_expected_and_seen(broken: Path) -> None:
    done = run(EZ, str(broken))
    line = broken.read_text(encoding="utf-8").split("button_placed")[0].count("\n") + 1
    assert done.return_value == 1
    assert "FAILED  normal round" in done.output
    assert f"{broken}:{line}: expected button_placed count=1" in done.output
    assert "    seen button_placed " in done.output


def test_the_same_in_json(broken: Path) -> None:
    done = run(EZ, str(broken), "--json")
    first = json.loads(done.output)["scenarios"][0]
    assert (done.return_value, first["passed"]) == (1, False)
    assert first["failures"][0]["expected"].startswith("button_placed count=1")
    assert first["failures"][0]["seen"][0].startswith("button_placed ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("oaks/zoobac", str(SHIPPED)), f"tells of '{EZ}', not of 'oaks/zoobac'; name that game"),
        ((EZ, "nowhere.toml"), "nowhere.toml:1: no such file; check the path"),
        (("signage-only/signage-only",), "write them there or name a file"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(cli, ("scenarios", *arguments))
    assert done.exit_code == 2
    assert said in done.output
