"""`underfelt journal`: prove the record whole, read it, and hand it on."""

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from controller.cli.note_lines import grouped, window_lines
from controller.facts.failure import OperatorError
from controller.facts.printable import printable
from controller.record.archive import breaks, proved
from controller.record.audit import Problem
from controller.record.journal import Journal
from controller.record.proving import problems_of, unwitnessed
from controller.record.row import Row, entry_of
from controller.record.shelf import closed_files

JOURNAL_NAME = "journal.sqlite"
_LARGEST = 2**63 - 1
_FEWEST_DIGITS = 8
_HEX = frozenset("0123456789abcdef")

_file = click.argument("file", type=click.Path(path_type=Path))


@click.group("journal")
def journal_group() -> None:
    """Prove the record whole, read it, and hand it on.

    FILE is a journal, or the state directory that holds journal.sqlite.
    """


@journal_group.command()
@_file
@click.option("--expect-head", metavar="NUMBER:HASH", help="A head noted earlier must be in it.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def verify(file: Path, expect_head: str | None, as_json: bool) -> None:
    """Check every row against the chain; exit 1 and name the rows if one does not fit."""
    noted = _noted_head(expect_head)
    with opened_journal(file) as journal:
        problems = [*_closed_problems(journal.path), *_checked(journal, noted)]
        verdict = _verdict_json(journal, problems) if as_json else _verdict(journal, problems)
    click.echo(verdict)
    if problems:
        raise click.exceptions.Exit(1)


@journal_group.command()
@_file
@click.option("--after", type=click.IntRange(0, _LARGEST), default=0, help="Rows after this one.")
@click.option("--last", type=click.IntRange(1, _LARGEST), help="Only so many rows, the last ones.")
@click.option("--round", "round_number", type=click.IntRange(1), help="Only rows of this round.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, every column.")
def show(file: Path, after: int, last: int | None, round_number: int | None, as_json: bool) -> None:
    """Print rows, a line each."""
    with opened_journal(file) as journal:
        for row in _chosen(journal, after, last, round_number):
            click.echo(_json_line(row) if as_json else _readable(row))


@journal_group.command()
@_file
@click.option("--events-only", is_flag=True, help="Leave the decisions out.")
def export(file: Path, events_only: bool) -> None:
    """Print the rows as the feed tells them, one JSON object a line."""
    with opened_journal(file) as journal:
        for row in journal.rows():
            if row.part == "event" or not events_only:
                click.echo(entry_of(row).model_dump_json())


@contextmanager
def opened_journal(file: Path) -> Iterator[Journal]:
    """Open a journal, or the one in a state directory, for reading."""
    with Journal.open_for_reading(file / JOURNAL_NAME if file.is_dir() else file) as journal:
        yield journal


def _noted_head(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    number, _, digits = text.partition(":")
    if number.isdecimal() and len(digits) >= _FEWEST_DIGITS and set(digits.lower()) <= _HEX:
        return int(number), digits
    raise OperatorError(
        f"--expect-head {text!r} is no head; give the row number, a colon and at least"
        f" {_FEWEST_DIGITS} digits of its hash"
    )


def _checked(journal: Journal, noted: tuple[int, str] | None) -> list[Problem]:
    if not sys.stderr.isatty():
        return problems_of(journal, noted)
    problems = problems_of(journal, noted, lambda count: _show_progress(count, journal.last_number))
    click.echo("\r\x1b[K", nl=False, err=True)
    return problems


def _closed_problems(path: Path) -> Iterator[Problem]:
    """What is wrong with the files that were closed before, and between them."""
    for file in closed_files(path.parent) if path.name == JOURNAL_NAME else []:
        for problem in proved(file).problems:
            yield problem._replace(text=f"{file.name}: {problem.text}")
    if path.name == JOURNAL_NAME:
        yield from breaks(path)


def _show_progress(count: int, total: int) -> None:
    click.echo(f"\r{grouped(count)} of {grouped(total)} rows", nl=False, err=True)


def _verdict(journal: Journal, problems: list[Problem]) -> str:
    if problems:
        return "\n".join(problem.text for problem in problems)
    number, digest = journal.head()
    whole = f"{grouped(number)} rows, chain intact, head {number} {digest}"
    return "\n".join([whole, *window_lines(journal)])


def _verdict_json(journal: Journal, problems: list[Problem]) -> str:
    head = None if problems else dict(zip(("number", "hash"), journal.head(), strict=True))
    seen = unwitnessed(journal)
    return json.dumps(
        {
            "intact": not problems,
            "head": head,
            "witnessed": None if seen is None else seen._asdict(),
            "problems": [problem._asdict() for problem in problems],
        }
    )


def _chosen(
    journal: Journal, after: int, last: int | None, round_number: int | None
) -> Iterable[Row]:
    if round_number is not None:
        wanted = (row for row in of_round(journal.rows(), round_number) if row.number > after)
        return wanted if last is None else deque(wanted, maxlen=last)
    return journal.rows(after if last is None else max(after, journal.last_number - last))


def of_round(rows: Iterable[Row], wanted: int) -> Iterator[Row]:
    """The rows from the opening of a round up to the opening of the next."""
    current = None
    for row in rows:
        # Most rows open no round: looking for the word first spares reading them.
        if row.part == "decision" and b'"round_opened"' in row.body:
            fields = _fields(row)
            if fields.get("kind") == "round_opened":
                current = fields.get("round")
        if current == wanted:
            yield row


def _readable(row: Row) -> str:
    fields = _fields(row)
    kind = str(fields.pop("kind", "unknown"))
    shown = ((name, value) for name, value in fields.items() if value not in (None, "", []))
    details = "  ".join(f"{name}={_value(value)}" for name, value in shown)
    line = f"{row.number:>8}  {_time(row.at_ms)}  {row.source:<12} {row.part:<8}  {kind}  {details}"
    return printable(line.rstrip())


def _json_line(row: Row) -> str:
    columns = row._asdict() | {"body": _fields(row), "hash": row.hash.hex()}
    return json.dumps(columns)


def _fields(row: Row) -> dict[str, object]:
    try:
        fields = json.loads(row.body)
    except ValueError:
        fields = None
    # A body that is no object was never written by us: shown as it is, judged by verify.
    return fields if isinstance(fields, dict) else {"unreadable": row.body.decode(errors="replace")}


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _time(at_ms: int) -> str:
    try:
        moment = datetime.fromtimestamp(at_ms // 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{at_ms % 1000:03d}Z"
