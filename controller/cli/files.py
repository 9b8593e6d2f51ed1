"""The files and folders that commands are given."""

from pathlib import Path
from typing import Final

import click

from config.document import DocumentError
from config.table import DEFAULT_TABLE, TABLES, Table, theme_problems
from controller.facts.failure import OperatorError
from controller.process.paths import make_private


class TableFile(click.ParamType[Path]):
    """A table file, or the name of a shipped one: `fortune` is `emulated-fortune.toml`."""

    name = "table file"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Find the file that is meant; a path that leads nowhere is told when it is read."""
        del param, ctx
        file = Path(value)
        if file.exists() or file.parent != Path():
            return file
        stem = file.name.removesuffix(".toml")
        for shipped in (TABLES / f"{stem}.toml", TABLES / f"{SHIPPED}{stem}.toml"):
            if shipped.exists():
                return shipped
        names = ", ".join(
            sorted(found.stem.removeprefix(SHIPPED) for found in TABLES.glob("*.toml"))
        )
        raise OperatorError(
            f"--table {value}: no such file, and no shipped table; give a path, or one of {names}"
        )


SHIPPED: Final = "emulated-"
TABLE_FILE: Final = TableFile()
table_option = click.option(
    "--table",
    "table_file",
    type=TABLE_FILE,
    default=DEFAULT_TABLE,
    show_default="the emulated baccarat table",
    metavar="FILE",
    help="The table file, or the name of a shipped one.",
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
capture_option = click.option(
    "--capture",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Record every byte of every device's wire here; see replay-wire.",
)
truth_option = click.option(
    "--truth",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Note here what emulated devices truly did, before it is sent; for harnesses.",
)


def _checked_pace(
    _ctx: click.Context, _option: click.Parameter, pace: float | None
) -> float | None:
    if pace is not None and not 0 < pace <= 1000:
        raise OperatorError(f"--pace {pace}: use a number above 0 and at most 1000; 1 is human")
    return pace


pace_option = click.option(
    "--pace",
    type=float,
    callback=_checked_pace,
    help="Emulated dealer: 1 is human, 10 ten times faster.",
)


def make_folder(folder: Path, doing: str, option: str, is_private: bool = False) -> None:
    """Make a folder to write in, or end the command naming the option that chooses another."""
    try:
        make_private(folder) if is_private else folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OperatorError(
            f"cannot {doing} to {folder}: {error.strerror}; choose another with {option}"
        ) from None


def check_theme(file: Path, table: Table) -> None:
    """End the command when the table's theme cannot be used."""
    problems = theme_problems(file, table.scoreboard.theme)
    if problems:
        raise DocumentError(problems)
