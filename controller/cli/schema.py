"""`underfelt schema`: events, decisions, game files and table files as JSON Schema."""

import json
from typing import Annotated, Any, Final, Union

import click
from pydantic import Field, TypeAdapter

from config.table import Table
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT
from controller.families import families


def _game() -> Any:
    """A game of any family, told apart by the family it names."""
    models = tuple(family.game for family in families().values())
    return Annotated[Union[models], Field(discriminator="family")]  # noqa: UP007


SCHEMAS: Final[dict[str, TypeAdapter[Any]]] = {
    "events": EVENT,
    "decisions": DECISION,
    "game": TypeAdapter(_game()),
    "table": TypeAdapter(Table),
}


@click.command("schema")
@click.argument("what", type=click.Choice(list(SCHEMAS)))
def schema_command(what: str) -> None:
    """Print the JSON Schema of every event, of every decision, of a game file or a table file."""
    click.echo(json.dumps(SCHEMAS[what].json_schema(), indent=2))
