"""The diagram of a game: every step and seat is drawn, counts stand where the button would go."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from config.game import Game
from controller.cli.games import games_command
from controller.cli.main import cli
from controller.diagram import draw_game
from controller.diagram.counts import seat_labels
from controller.diagram.words import step_words
from controller.families.catalogue import GAMES, game_ids, load_game
from controller.settlement.button import place_button
from tests.conftest import header_of

WHOLE = [game_id for game_id in game_ids(GAMES) if not header_of(game_id).missing]
TEXT = "{http://www.w3.org/2000/svg}text"
WIDTH = 1200


def texts(game: Game, seats: int, style: str) -> list[str]:
    """The words drawn in one style."""
    root = ET.fromstring(draw_game(game, seats))
    return [item.text or "" for item in root.iter(TEXT) if item.get("class") == style]


@pytest.mark.parametrize("game_id", WHOLE)
def test_every_seat_and_every_step_is_drawn_once(game_id: str) -> None:
    game = load_game(game_id)
    for seats in game.seats.allowed:
        assert texts(game, seats, "seat") == [str(seat) for seat in range(1, seats + 1)]
    titles = [step_words(game, step).title for group in game.deal.steps for step in group]
    assert texts(game, game.seats.allowed[0], "step") == titles
    groups = [str(number + 1) for number in range(len(game.deal.steps))]
    assert texts(game, game.seats.allowed[0], "number") == groups


@pytest.mark.parametrize("game_id", WHOLE)
def test_nothing_is_drawn_outside_the_sheet(game_id: str) -> None:
    game = load_game(game_id)
    root = ET.fromstring(draw_game(game, max(game.seats.allowed)))
    height = float(root.get("height", "0"))
    for item in root.iter(TEXT):
        assert 0 < float(item.get("x", "0")) < WIDTH
        assert 0 < float(item.get("y", "0")) < height


@pytest.mark.parametrize(
    ("game_id", "seats", "counts"),
    [
        ("lucky-derby/fortune-pai-gow-poker", 7, {str(n): n for n in range(3, 19)}),
        ("oaks/pai-gow-tiles", 8, {str(n): n for n in range(3, 19)}),
        ("lucky-derby/ez-baccarat-panda-8", 14, {"A": 1, "10": 10, "K": 13}),
        ("lucky-derby/three-card-poker-6-card-bonus", 8, {"A": 1, "8": 8, "K": 13}),
    ],
)
def test_a_count_stands_at_the_seat_the_button_rule_names(
    game_id: str, seats: int, counts: dict[str, int]
) -> None:
    game = load_game(game_id)
    assert game.button is not None
    for bank in range(1, seats + 1):
        labels = seat_labels(game, seats, bank)
        for label, count in counts.items():
            seat = place_button(game.button, seats, bank, count).counted_seat
            assert label in labels[seat or 0]


def test_a_removed_rank_counts_to_no_seat() -> None:
    game = load_game("lucky-derby/pure-spanish-21.5")
    shown = {label for labels in seat_labels(game, 8, 1).values() for label in labels}
    assert "10" not in shown
    assert "9" in shown


def test_the_diagram_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    run, file = CliRunner().invoke, tmp_path / "game.svg"
    game = "lucky-derby/ez-baccarat-panda-8"
    assert run(games_command, [game, "--diagram", str(file)]).output == ""
    assert run(games_command, [game, "--diagram"]).output == file.read_text(encoding="utf-8")
    assert ET.parse(file).getroot().get("aria-label") == "EZ Baccarat Panda 8"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["lucky-derby/ez-baccarat-panda-8", "--seats", "9", "--diagram"], "on 8 or 14 seats"),
        (["lucky-derby/ez-baccarat-panda-8", "--diagram", "/no/such/a.svg"], "cannot be written"),
        (["--fees"], "no game named"),
        (["room/bridge", "--diagram"], "no game 'room/bridge'"),
    ],
)
def test_what_cannot_be_drawn_is_one_error(arguments: list[str], error: str) -> None:
    done = CliRunner().invoke(cli, ["games", *arguments])
    assert done.exit_code == 2
    assert error in done.output
