"""The `house-way` command: the decision and the row that made it."""

import json

import pytest
from click.testing import CliRunner, Result

from controller.cli.main import cli
from controller.families import families
from controller.families.catalogue import game_ids, load_header

EZ = "lucky-derby/ez-baccarat-panda-8"
WITH_HOUSE_WAY = (
    EZ,
    "casino-99/ez-baccarat-panda-8",
    "capitol/ez-baccarat",
    "capitol/supreme-baccarat",
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("house-way", *arguments))


@pytest.mark.parametrize("game", WITH_HOUSE_WAY)
@pytest.mark.parametrize(
    ("cards", "decision", "row"),
    [
        ("Kd Qd", "hit", "player-hits"),
        ("3d 2c", "hit", "player-hits"),
        ("9d 6c", "hit", "player-hits"),
        ("4d 2c", "stand", "player-stands"),
        ("Kd 9c", "stand", "player-stands"),
    ],
)
def test_player_hand_hits_on_five_or_less(game: str, cards: str, decision: str, row: str) -> None:
    report = json.loads(run(game, *cards.split(), "--json").stdout)
    assert (report["game"], report["decision"], report["row"]) == (game, decision, row)


def test_readable_answer_names_the_row() -> None:
    assert run(EZ, "3d", "2c").stdout == "hit\n  row player-hits: Player hits on 5 or less\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((EZ, "3d"), "give the two cards of the Player hand"),
        ((EZ, "3d", "2c", "Kd"), "give the two cards of the Player hand"),
        ((EZ, "3d", "Jo"), "give the two cards of the Player hand"),
        ((EZ, "3d", "2x"), "'2x' is not a card"),
        (("oaks/zoobac", "3d", "2c"), "the rule book prints no house way for ZooBac"),
        (("nowhere/game", "3d", "2c"), "no game 'nowhere/game'"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert message in result.stderr


def test_every_registered_family_is_one_of_the_catalogue() -> None:
    with_house_way = {name for name, family in families().items() if family.house_way}
    assert with_house_way <= {load_header(game_id).family for game_id in game_ids()}


@pytest.mark.parametrize(
    "cards", ["Ts Tc Td As Jo Kd Qh", "4s 4c 4d As Jo 3d 2h", "9s 9c 9d As Jo Ks 4s"]
)
def test_a_full_house_is_set_as_one_though_it_makes_a_straight_or_flush(cards: str) -> None:
    found = json.loads(run("lucky-derby/pai-gow-poker", *cards.split(), "--json").stdout)
    assert found["row"] == "full-house"
    assert found["decision"].startswith("front As Jo, ")
