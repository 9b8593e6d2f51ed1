"""`underfelt reference`: what is written about the code, made from the code."""

import click

from controller.reference.facts import events_reference
from controller.reference.games import game_reference


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


@reference_group.command("wire")
def wire_command() -> None:
    """Print everything a device maker needs, from config/wire/*.toml."""
    # Imported here, for the other pages need no driver.
    from controller.reference.wire import wire_reference

    click.echo(wire_reference(), nl=False)
