"""`underfelt replay-wire`: captured bytes in, events out, by the real drivers."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
from pydantic import ValidationError

from controller.facts.events import EVENT
from controller.facts.failure import CheckFailedError, OperatorError
from drivers.replay.capture_file import read_captures
from drivers.replay.comparison import Recorded, first_difference
from drivers.replay.replay import replay


@click.command(
    "replay-wire",
    short_help="Captured bytes in, events out.",
    epilog="\b\nExample:\n  underfelt run --capture bytes --state-dir state --until 3\n"
    "  underfelt journal export state > record.jsonl\n"
    "  underfelt replay-wire bytes --against record.jsonl",
)
@click.argument("captures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="EVENTS",
    help="Events to compare with: JSON lines, bare or from `journal export`.",
)
def replay_wire_command(captures: tuple[Path, ...], against: Path | None) -> None:
    """Feed CAPTURES (files or folders made by --capture) back through the real drivers.

    Prints every event the devices' bytes bring, one JSON object a line. With --against it exits 1
    at the first event that differs from the record, and names it. Events that were never
    acknowledged need not be on record.
    """
    events = replay([capture for path in captures for capture in read_captures(path)])
    recorded = [] if against is None else list(_recorded(against))
    for item in events:
        click.echo(EVENT.dump_json(item.event))
    if against is None:
        return
    difference = first_difference(events, recorded)
    if difference is not None:
        raise CheckFailedError(f"{difference}; find out which of the two is wrong")
    click.echo(f"{len(events)} events, the same as on record", err=True)


def _recorded(file: Path) -> Iterator[Recorded]:
    try:
        with click.open_file(str(file), encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                found = _parse(line, f"{file}:{number}") if line.strip() else None
                if found is not None:
                    yield found
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(f"{file}: cannot be read: {error}; name a readable file or -") from None


def _parse(line: str, place: str) -> Recorded | None:
    try:
        content = json.loads(line)
        is_row = isinstance(content, dict) and content.get("kind") == "entry"
        source = str(content["source"]) if is_row else ""
        event = content.get("event") if is_row else content
        if event is None:
            return None
        return Recorded(EVENT.validate_json(json.dumps(event)), source, place)
    except json.JSONDecodeError as error:
        raise OperatorError(f"{place}: not JSON ({error.msg}); one event a line") from None
    except (ValidationError, KeyError):
        raise OperatorError(f"{place}: no event; see docs/events.md") from None
