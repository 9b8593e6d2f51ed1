"""The game a command is asked about, completed with the values its room supplies."""

import click

from config.game import Game
from controller.facts.failure import OperatorError
from controller.families.catalogue import load_game

value_option = click.option(
    "--value",
    "values",
    multiple=True,
    metavar="KEY=VALUE",
    help="A value the rule book does not give, as button.values.J=11; may be repeated.",
)


def open_game(game_id: str, values: tuple[str, ...] = ()) -> Game:
    """Load a game of the catalogue or end the command with what is wrong."""
    return load_game(game_id, dict(_key_and_value(text) for text in values))


def _key_and_value(text: str) -> tuple[str, object]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise OperatorError(f"--value {text}: not KEY=VALUE; write it as button.values.J=11")
    return key, int(value) if value.isdecimal() else value
