"""`underfelt journal`: prove the record whole, read it, and hand it on."""

import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import chain
from pathlib import Path

import click

from controller.cli.journal_lines import LINES, known_kinds
from controller.cli.moments import moment_ms, since_option, until_option
from controller.cli.note_lines import grouped, window_lines
from controller.cli.site import site_of
from controller.facts.failure import OperatorError
from controller.record.archive import breaks, proved
from controller.record.audit import Problem
from controller.record.journal import Journal
from controller.record.proving import problems_of, unwitnessed
from controller.record.row import Row, entry_of
from controller.record.selection import Selection, of_round, people_of, selected
from controller.record.shelf import closed_files

JOURNAL_NAME = "journal.sqlite"
_LARGEST = 2**63 - 1
_FEWEST_DIGITS = 8
_HEX = frozenset("0123456789abcdef")

file_argument = click.argument("file", type=click.Path(path_type=Path), required=False)


@click.group("journal")
def journal_group() -> None:
    """Prove the record whole, read it, and hand it on.

    FILE is a journal, or the state directory that holds journal.sqlite; without it, the record of
    the table that runs here is meant.
    """


@journal_group.command()
@file_argument
@click.option("--expect-head", metavar="NUMBER:HASH", help="A head noted earlier must be in it.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def verify(file: Path | None, expect_head: str | None, as_json: bool) -> None:
    """Check every row against the chain; exit 1 and name the rows if one does not fit."""
    noted = _noted_head(expect_head)
    with opened_journal(file) as journal:
        problems = [*_closed_problems(journal.path), *_checked(journal, noted)]
        verdict = _verdict_json(journal, problems) if as_json else _verdict(journal, problems)
    click.echo(verdict)
    if problems:
        raise click.exceptions.Exit(1)


@journal_group.command()
@file_argument
@click.option("--after", type=click.IntRange(0, _LARGEST), default=0, help="Rows after this one.")
@click.option("--last", type=click.IntRange(1, _LARGEST), help="Only so many rows, the last ones.")
@click.option("--round", "round_number", type=click.IntRange(1), help="Only rows of this round.")
@since_option
@until_option
@click.option("--kind", "kinds", multiple=True, help="Only rows of this kind; may be repeated.")
@click.option("--by", default="", metavar="PERSON", help="Only what this person did.")
@click.option("--fields", "form", flag_value="fields", help="Name and value of every field.")
@click.option("--json", "form", flag_value="json", help="One JSON object a line, every column.")
@click.option("--csv", "form", flag_value="csv", help="For a spreadsheet.")
def show(
    file: Path | None,
    after: int,
    last: int | None,
    round_number: int | None,
    since: str | None,
    until: str | None,
    kinds: tuple[str, ...],
    by: str,
    form: str | None,
) -> None:
    """Print rows as sentences, a line each; times are of this machine's clock.

    A round's rows include what was ruled on its hand later.
    """
    wanted = Selection(
        after=after,
        since_ms=None if since is None else moment_ms(since, "--since"),
        until_ms=None if until is None else moment_ms(until, "--until"),
        kinds=known_kinds(kinds),
        by=by,
        round=round_number,
    )
    with opened_journal(file) as journal:
        for line in LINES[form or ""](_chosen(journal, wanted, last)):
            click.echo(line)
        if round_number is not None:
            _check_round(journal, round_number)
        if by:
            _check_person(journal, by)


@journal_group.command()
@file_argument
@click.option("--events-only", is_flag=True, help="Leave the decisions out.")
def export(file: Path | None, events_only: bool) -> None:
    """Print the rows as the feed tells them, one JSON object a line."""
    with opened_journal(file) as journal:
        for row in journal.rows():
            if row.part == "event" or not events_only:
                click.echo(entry_of(row).model_dump_json())


@contextmanager
def opened_journal(file: Path | None) -> Iterator[Journal]:
    """Open a journal, the one in a state directory, or that of the table that runs here."""
    with Journal.open_for_reading(journal_at(file)) as journal:
        yield journal


def journal_at(file: Path | None) -> Path:
    """The journal that is meant."""
    place = site_of(None).record if file is None else file
    return place / JOURNAL_NAME if place.is_dir() else place


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


def _chosen(journal: Journal, wanted: Selection, last: int | None) -> Iterable[Row]:
    if last is None:
        return selected(journal.rows(), wanted)
    if wanted == Selection(after=wanted.after):
        return journal.rows(max(wanted.after, journal.last_number - last))
    return deque(selected(journal.rows(), wanted), maxlen=last)


def _check_round(journal: Journal, wanted: int) -> None:
    """Nothing printed may mean that nothing fits; a round that is not there is told."""
    if next(of_round(journal.rows(), wanted), None) is None:
        raise OperatorError(
            f"{journal.path}: has no round {wanted}; see journal show --kind round_opened"
        )


def _check_person(journal: Journal, by: str) -> None:
    """A name that is misspelt would read as if that person had done nothing."""
    people = frozenset(chain.from_iterable(people_of(row) for row in journal.rows()))
    if by not in people:
        near = get_close_matches(by, people, n=3, cutoff=0.4) or sorted(people)
        told = f"; perhaps {' or '.join(near)}" if near else " and nobody else; leave --by out"
        raise OperatorError(f"{journal.path}: has nothing by {by}{told}")
