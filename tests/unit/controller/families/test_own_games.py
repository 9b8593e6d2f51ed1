"""A room's own games stand beside the shipped ones; mistakes in the folder are said."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from config.document import DocumentError
from config.places import OWN_GAMES
from controller.cli.main import cli
from controller.families.catalogue import GAMES, game_file, game_ids, load_game

EZ = "lucky-derby/ez-baccarat-panda-8"
OWN = "my-room/my-baccarat"


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one game of its own, not yet named to anybody."""
    text = (GAMES / f"{EZ}.toml").read_text(encoding="utf-8").replace(EZ, OWN)
    file = tmp_path / f"{OWN}.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    monkeypatch.delenv(OWN_GAMES, raising=False)
    return tmp_path


def test_own_games_join_the_shipped_ones(own_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = game_ids()
    monkeypatch.setenv(OWN_GAMES, str(own_games))
    assert sorted([*shipped, OWN]) == game_ids()
    assert load_game(OWN).id == OWN
    assert game_file(EZ) == GAMES / f"{EZ}.toml"


def test_the_option_names_the_folder(own_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, "")
    done = CliRunner().invoke(cli, ["--games", str(own_games), "games", OWN])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("EZ Baccarat Panda 8")


def test_a_folder_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, "/no/such/folder")
    done = CliRunner().invoke(cli, ["games"])
    assert done.exit_code == 2
    assert "no such folder; correct UNDERFELT_GAMES or --games" in done.output


def test_a_folder_without_games_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, str(tmp_path))
    with pytest.raises(DocumentError, match=r"holds no game; a game is DIR/ROOM/GAME\.toml"):
        load_game(EZ)


def test_an_own_game_never_replaces_a_shipped_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_GAMES, str(GAMES))
    with pytest.raises(DocumentError, match="a game of this id is shipped"):
        load_game(EZ)


def test_a_second_game_of_a_shipped_id_is_named_when_it_is_checked(own_games: Path) -> None:
    file = own_games / f"{EZ}.toml"
    file.parent.mkdir()
    file.write_text("# Ours.\n" + (GAMES / f"{EZ}.toml").read_text(encoding="utf-8"), "utf-8")
    done = CliRunner().invoke(cli, ["check-config", str(file)], standalone_mode=False)
    assert done.return_value == 2
    assert f"{file}:2: id: a game of this id is shipped" in done.output
