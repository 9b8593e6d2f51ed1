"""`underfelt schema`: events and decisions as JSON Schema."""

import json

import click

from controller.facts.decisions import DECISION
from controller.facts.events import EVENT


@click.command("schema")
@click.argument("what", type=click.Choice(["events", "decisions"]))
def schema_command(what: str) -> None:
    """Print the JSON Schema of every event, or of every decision."""
    adapter = EVENT if what == "events" else DECISION
    click.echo(json.dumps(adapter.json_schema(), indent=2))
