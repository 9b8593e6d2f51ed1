"""A new table by questions and answers: what is written can be used, or nothing is written."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli.main import cli
from controller.families.catalogue import game_ids
from controller.families.tables import load_table
from tests.command import Done, underfelt
from tests.conftest import header_of


def init(file: Path, *options: str) -> Done:
    return underfelt("init-table", str(file), *options)


def answered(file: Path, *answers: str) -> str:
    """What the terminal shows while a person answers, line by line."""
    done = CliRunner().invoke(cli, ["init-table", str(file)], "\n".join(answers) + "\n")
    assert done.exit_code == 0, done.output
    return done.output


def test_with_yes_and_nothing_else_there_is_a_whole_emulated_table(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    done = init(file, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"underfelt run --table {file}" in done.stdout
    table = load_table(file).table
    assert {entry.kind for entry in table.devices.values()} == {"shoe", "entry-pad", "lamps"}


@pytest.mark.parametrize("game", [g for g in game_ids() if not header_of(g).missing])
def test_every_game_that_misses_nothing_can_be_set_up(tmp_path: Path, game: str) -> None:
    file = tmp_path / "table.toml"
    assert init(file, "--yes", "--game", game).stderr == ""
    assert load_table(file).game.id == game


def test_what_the_book_lost_is_given_by_its_option(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    options = ("--yes", "--game", "capitol/fast-nine", "--value", "dice.count=3")
    assert init(file, *options).stderr == ""
    assert '"dice.count" = 3' in file.read_text()


def test_a_person_is_asked_and_told_why(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    game = header_of("oaks/zoobac")
    text = answered(
        file,
        "oaks/zoobac",
        "Table Seven",
        "table-7",
        "8",
        "1",
        "camera",
        "/dev/video2",
        "web",
        "mock",
        "y",
        *["n"] * len(game.readings),
    )
    assert "The table's name: of its record" in text
    assert "a name is of a-z, 0-9 and the hyphen" in text
    loaded = load_table(file)
    assert loaded.table.id == "table-7"
    assert [entry.source for entry in loaded.table.devices.values()] == ["camera", "web", "mock"]
    assert loaded.table.readings.confirmed == (loaded.game.readings[0].name,)


def test_options_answer_instead_of_a_person(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    options = "--game oaks/zoobac --id zoo --seats 8 --timer 25 --confirm all --port 8400"
    devices = "--device shoe=serial:/dev/ttyACM3 --device entry-pad=web --device lamps=mock"
    done = init(file, "--yes", *options.split(), *devices.split())
    assert done.returncode == 0, done.stderr
    loaded = load_table(file)
    assert (loaded.table.id, loaded.table.betting.timer_s) == ("zoo", 25)
    assert loaded.table.scoreboard.port == 8400
    assert loaded.open_readings == ()
    assert 'port = "/dev/ttyACM3"' in file.read_text()


def test_baccarat_without_a_shoe_is_keyed_in(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    devices = "--device shoe=absent --device entry-pad=web --device lamps=mock"
    assert init(file, "--yes", *devices.split()).returncode == 0
    assert load_table(file).table.entry.results == "by-hand"


def test_what_waits_for_the_room_stands_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    init(file, "--yes")
    text = file.read_text()
    assert all(f"#   {name}: " in text for name in load_table(file).open_readings)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--game nowhere/nothing", "no game 'nowhere/nothing'"),
        ("--seats 3", "seats: EZ Baccarat Panda 8 is played on 8 or 14 seats"),
        ("--fees 99", "--fees 99: no such option"),
        ("--minimum 5000", "limits"),
        ("--game capitol/fast-nine", "dice.count: not given; give it by --value dice.count=VALUE"),
        ("--device shoe", "--device shoe: not KIND=SOURCE"),
        ("--device shoe=magic", "sources serial, emulated"),
        ("--device lamps=gpio", "start from docs/tables/pins-and-scanner.toml"),
    ],
)
def test_a_wrong_option_is_one_line_and_nothing_is_written(
    tmp_path: Path, options: str, said: str
) -> None:
    file = tmp_path / "table.toml"
    done = init(file, "--yes", *options.split())
    assert done.returncode == 2
    assert said in done.stderr
    assert not file.exists()


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("mine")
    assert "is there already" in init(file, "--yes").stderr
    assert file.read_text() == "mine"
    assert init(file, "--yes", "--force").returncode == 0
