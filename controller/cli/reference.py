"""`underfelt reference`: what is written about the code, made from the code."""

from pathlib import Path

import click

from controller.reference.facts import events_reference
from controller.reference.games import game_reference
from controller.reference.tables import table_reference


@click.group("reference", epilog="\b\nExample:\n  underfelt reference events > docs/events.md")
def reference_group() -> None:
    """Print a reference made from the code, as Markdown."""


@reference_group.command("events")
def events_command() -> None:
    """Print every event, decision and order with its fields."""
    click.echo(events_reference(), nl=False)


@reference_group.command("game")
def game_command() -> None:
    """Print every key of a game file."""
    click.echo(game_reference(), nl=False)


@reference_group.command("table")
def table_command() -> None:
    """Print every key of a table file."""
    click.echo(table_reference(), nl=False)


@reference_group.command("odds")
@click.option("--rounds", type=click.IntRange(100), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--kept",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("docs/odds.json"),
    show_default=True,
    help="The sums of what was measured before.",
)
def odds_command(rounds: int, seed: int, jobs: int, kept: Path) -> None:
    """Print what every wager returns: counted, or measured over ROUNDS rounds; minutes or hours."""
    # Imported here, for the other pages need no rounds.
    from controller.odds.kept import KeptTallies
    from controller.reference.measuring import measure_games
    from controller.reference.odds import odds_page

    tallies = KeptTallies(kept)
    measure_games(tallies, rounds, seed, jobs, lambda words: click.echo(words, err=True))
    click.echo(odds_page(tallies), nl=False)


@reference_group.command("wire")
def wire_command() -> None:
    """Print everything a device maker needs, from config/wire/*.toml."""
    # Imported here, for the other pages need no driver.
    from controller.reference.wire import wire_reference

    click.echo(wire_reference(), nl=False)


@reference_group.command("wire-files")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
def wire_files_command(folder: Path) -> None:
    """Write the wire's documents, vectors and drawings into FOLDER, for machines and eyes."""
    from controller.reference.wire_files import FILES

    for name, made in FILES.items():
        (folder / name).write_text(made(), encoding="utf-8")
        click.echo(folder / name)
