"""The document on writing a game, followed word by word."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli.check_config import check_config_command
from controller.cli.main import cli
from controller.families.catalogue import GAMES
from controller.reference.games import game_reference

DOCUMENT = Path(__file__).parents[4] / "docs" / "writing-a-game.md"
GAME = "my-games/my-room/quick-baccarat.toml"


def _blocks() -> list[tuple[str, str, str]]:
    """List language, content and the last words before each block of the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.finditer(r"```(\w+)\n(.*?)```", text, re.S)
    return [(m.group(1), m.group(2), text[: m.start()].strip()[-400:]) for m in found]


def _save(folder: Path, content: str, before: str) -> None:
    saved = re.search(r"Save this as\s+`([^`]+)`:$", before)
    file = folder / (saved.group(1) if saved else GAME)
    file.parent.mkdir(parents=True, exist_ok=True)
    if saved:
        file.write_text(content, encoding="utf-8")
    elif content.startswith("order = "):
        old = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"(?m)^order = .*\n", content, old), encoding="utf-8")
    else:
        file.write_text(file.read_text(encoding="utf-8") + "\n" + content, encoding="utf-8")


def _follow(commands: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Do each line as a shell would; return what the commands printed."""
    printed = []
    for line in commands.splitlines():
        command, _, target = line.partition(" > ")
        words = shlex.split(command)
        if words[0] == "export":
            monkeypatch.setenv(*words[1].split("=", 1))
        elif words[0] != "underfelt":
            subprocess.run(words, check=True, timeout=20)
        else:
            done = CliRunner().invoke(cli, words[1:], standalone_mode=False)
            assert (done.exception, done.return_value) in ((None, None), (None, 0)), line
            printed.append(done.output)
            if target:
                Path(target).write_text(done.output, encoding="utf-8")
    return "".join(printed)


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder and the output of every command block, after the whole document."""
    folder = tmp_path_factory.mktemp("author")
    outputs = []
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(folder)
        for language, content, before in _blocks():
            if language == "toml":
                _save(folder, content, before)
            if language == "sh":
                outputs.append(_follow(content, monkeypatch))
    return folder, outputs


def test_the_new_game_is_clean_drawn_and_played(followed: tuple[Path, list[str]]) -> None:
    folder, outputs = followed
    assert "no problems" in outputs[0]
    assert "Quick Baccarat, My Room" in outputs[0]
    assert "irregularities" in outputs[0]
    assert (folder / "quick.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_the_side_bet_is_counted_as_an_outcome(followed: tuple[Path, list[str]]) -> None:
    _, outputs = followed
    assert "natural-tie" not in outputs[0]
    assert re.search(r"natural-tie\s+\d+", outputs[1])


def test_the_scenario_of_the_document_passes(followed: tuple[Path, list[str]]) -> None:
    _, outputs = followed
    names = re.findall(r"(?m)^passed  (.*)$", outputs[3])
    assert names == [
        "both hands tie on a natural",
        "two nines of spades are a perfect pair and a Player Pair",
        "a pair of two suits is no perfect one",
    ]
    assert outputs[3].endswith("3 passed, 0 failed\n")


def test_pairs_come_and_return_in_the_simulation(followed: tuple[Path, list[str]]) -> None:
    _, outputs = followed
    assert "no problems" in outputs[2]
    assert re.search(r"player-pair\s+[-+]\d", outputs[2])


def test_the_schedule_is_shown_and_the_table_accepts_it(
    followed: tuple[Path, list[str]],
) -> None:
    _, outputs = followed
    assert "10-300 $1, 301-600 $3, 601+ $8" in outputs[4]
    assert "$1 for natural-tie" in outputs[4]
    assert "no problems" in outputs[5]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("T = 10, ", "", ":33: button.values.T: no value for this rank; add one"),
        (
            '"301-600: 3"',
            '"300-600: 3"',
            ":123: fees.0.bank: option 1: the tier from 300 overlaps the one from 10; "
            "correct it or name a reading",
        ),
    ],
)
def test_a_mistake_is_named_as_the_document_says(
    followed: tuple[Path, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    right: str,
    wrong: str,
    said: str,
) -> None:
    folder, _ = followed
    text = (folder / GAME).read_text(encoding="utf-8")
    monkeypatch.chdir(folder)
    broken = Path("broken/my-room/quick-baccarat.toml")
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text(text.replace(right, wrong), encoding="utf-8")
    done = CliRunner().invoke(check_config_command, [str(broken)], standalone_mode=False)
    assert done.return_value == 2
    assert done.output == f"error: {broken}{said}\n"
    assert f"{GAME}{said}" in DOCUMENT.read_text(encoding="utf-8")


def test_the_written_reference_of_keys_is_up_to_date() -> None:
    written = DOCUMENT.with_name("game-reference.md").read_text(encoding="utf-8")
    assert written == game_reference(), "run: underfelt reference game > docs/game-reference.md"


def test_the_reference_has_every_section_of_a_shipped_game() -> None:
    headings = set(re.findall(r"(?m)^## `\[+([^\]]+)\]", game_reference()))
    for file in sorted(GAMES.glob("*/*.toml")):
        text = file.read_text(encoding="utf-8")
        for section in re.findall(r"(?m)^\[+([a-z_.-]+)\]", text):
            generic = re.sub(r"^(play|reveal|deals)\..*", r"\1.NAME", section)
            # A plain table of values, such as a chart, is a key of the section above it.
            assert {generic, generic.rpartition(".")[0]} & headings, f"{file.name}: [{section}]"
