"""`underfelt schema`: events, decisions, game files and table files as JSON Schema."""

import json
from typing import Any, Final

import click
from pydantic import TypeAdapter

from config.game import Game
from config.table import Table
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT

SCHEMAS: Final[dict[str, TypeAdapter[Any]]] = {
    "events": EVENT,
    "decisions": DECISION,
    "game": TypeAdapter(Game),
    "table": TypeAdapter(Table),
}


@click.command("schema")
@click.argument("what", type=click.Choice(list(SCHEMAS)))
def schema_command(what: str) -> None:
    """Print the JSON Schema of every event, of every decision, of a game file or a table file."""
    click.echo(json.dumps(SCHEMAS[what].json_schema(), indent=2))
