"""Loading table and game files for a command; problems become error lines."""

from pathlib import Path

import click

from config.catalogue import UnknownGameError, load_game
from config.document import DocumentError
from config.game import Game
from config.table import DEFAULT_TABLE, TableAndGame, load_table
from controller.cli.failure import BadInputError

table_option = click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    default=DEFAULT_TABLE,
    show_default="the emulated baccarat table",
    metavar="FILE",
    help="The table file.",
)
state_option = click.option(
    "--state-dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the record is kept; default is the user's state directory.",
)
run_option = click.option(
    "--run-dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the sockets are; default is the user's runtime directory.",
)


def open_table(file: Path) -> TableAndGame:
    """Load a table file or end the command with its problems, one a line."""
    try:
        return load_table(file)
    except DocumentError as error:
        raise BadInputError(_joined(error)) from None


def open_game(game_id: str) -> Game:
    """Load a game of the catalogue or end the command with what is wrong."""
    try:
        return load_game(game_id)
    except UnknownGameError as error:
        raise BadInputError(str(error)) from None
    except DocumentError as error:
        raise BadInputError(_joined(error)) from None


def _joined(error: DocumentError) -> str:
    return "\nerror: ".join(map(str, error.problems))
