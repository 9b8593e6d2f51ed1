"""`underfelt replay`: events in, decisions out, exactly as the daemon decided."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click
from pydantic import ValidationError

from controller.cli.files import table_option
from controller.cli.journal import opened_journal
from controller.cli.note_lines import grouped
from controller.daemon.replayed import Replayed, replayed
from controller.facts.decisions import DECISION
from controller.facts.events import EVENT, Event, TableOpened
from controller.facts.failure import OperatorError
from controller.facts.printable import printable
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.table.advance import advance
from controller.table.state import Rules


@click.command(
    "replay",
    short_help="Events in, decisions out.",
    epilog="\b\nExample:\n  underfelt journal export --events-only STATE_DIR > events.jsonl\n"
    "  underfelt replay --table FILE events.jsonl\n"
    "  underfelt replay --table FILE --against STATE_DIR",
)
@table_option
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="STATE_DIR",
    help="Compare with this record's own decisions; exit 1 where the rules decide otherwise.",
)
@click.argument("events", required=False, type=click.Path(path_type=Path, allow_dash=True))
def replay_command(table_file: Path, against: Path | None, events: Path | None) -> int:
    """Feed EVENTS (JSON lines) to the rules and print every decision, one JSON object a line.

    A line is an event, or a row of `journal export`; rows with decisions are passed over. `-` reads
    standard input. Without an opening event the table is opened first.
    """
    rules = rules_of(load_table(table_file))
    if against is not None:
        return _compare(rules, against)
    if events is None:
        raise OperatorError("no events are given; name a file of them, - or --against STATE_DIR")
    _replay(rules, events)
    return 0


def _compare(rules: Rules, record: Path) -> int:
    compared = foreign = differing = 0
    with opened_journal(record) as journal:
        for each in replayed(rules, journal.rows()):
            compared, foreign = compared + (not each.is_foreign), foreign + each.is_foreign
            if not each.agrees:
                differing += 1
                click.echo(_difference(each))
    skipped = f"; {grouped(foreign)} were recorded under other rules" if foreign else ""
    click.echo(f"{grouped(compared)} events replayed, {grouped(differing)} differ{skipped}")
    return int(bool(differing))


def _difference(each: Replayed) -> str:
    then, now = (b", ".join(side).decode() or "nothing" for side in (each.recorded, each.decided))
    return printable(f"row {each.row}: recorded {then}; the rules now decide {now}")


def _replay(rules: Rules, events: Path) -> None:
    state = closed_table(rules)
    is_open = False
    for place, event in _events(events):
        if isinstance(event, TableOpened):
            _check_digest(rules, event, place)
        elif not is_open:
            state, _decisions = advance(state, opening_event(rules))
        is_open = True
        state, decisions = advance(state, event)
        for decision in decisions:
            click.echo(DECISION.dump_json(decision))


def _events(file: Path) -> Iterator[tuple[str, Event]]:
    try:
        with nullcontext(sys.stdin) if str(file) == "-" else file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                place = f"{file}:{number}"
                event = _event(line, place) if line.strip() else None
                if event is not None:
                    yield place, event
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorError(f"{file}: cannot be read: {error}; name a readable file or -") from None


def _event(line: str, place: str) -> Event | None:
    try:
        content = json.loads(line)
        if isinstance(content, dict) and content.get("kind") == "entry":
            content = content.get("event")
        return None if content is None else EVENT.validate_json(json.dumps(content))
    except json.JSONDecodeError as error:
        raise OperatorError(f"{place}: not JSON ({error.msg}); one event a line") from None
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(map(str, fault["loc"][1:])) or "kind"
        words = fault["msg"] if len(fault["msg"]) < 160 else fault["msg"][:160] + "…"
        raise OperatorError(f"{place}: {key}: {words}; see docs/events.md") from None


def _check_digest(rules: Rules, event: TableOpened, place: str) -> None:
    if event.digest != rules.digest:
        raise OperatorError(
            f"{place}: recorded under rules {event.digest}, the table file gives {rules.digest};"
            " replay with the files the table ran with"
        )
