"""`underfelt journal checkpoint`, `witness` and `prove`: what others can hold the record to."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import segno

from controller.cli.journal import file_argument, journal_at, journal_group, opened_journal
from controller.cli.note_lines import window_lines
from controller.facts.failure import OperatorError
from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY, cosigned_at, table_key
from controller.record.note import Note
from controller.record.notes import NoteFile
from controller.record.proving import public_key
from controller.record.row import Row
from controller.record.sealing import Seal, known_witnesses
from controller.record.selection import of_round
from controller.record.shelf import span_of
from controller.record.tree import Span
from controller.record.vouching import vouched, witness_at


@journal_group.command()
@file_argument
@click.option("--qr", "as_qr", is_flag=True, help="Also as a QR code, to photograph.")
@click.option("--svg", type=click.Path(path_type=Path), help="The code into this file, to print.")
def checkpoint(file: Path | None, as_qr: bool, svg: Path | None) -> None:
    """Print the newest signed note: the record's rows and root. Kept elsewhere, it proves them."""
    with sealed(file) as seal:
        seal.sign()
        note = seal.notes.last(seal.key.public)
        if note is None:
            raise OperatorError(
                f"{seal.journal.path}: no row is recorded yet; start the table first"
            )
        click.echo(note.text, nl=False)
        click.echo("\n".join(window_lines(seal.journal)))
    code = segno.make(note.text, error="m")
    if as_qr:
        code.terminal(compact=True)
    if svg is not None:
        code.save(str(svg), kind="svg", scale=4)


@journal_group.command()
@click.argument("place")
@file_argument
def witness(place: str, file: Path | None) -> None:
    """Let a witness vouch for the record: PLACE is a folder, as on a stick, or an address.

    The witness remembers how long the record was and vouches again only for one that continues it.
    """
    with sealed(file) as seal:
        seal.sign()
        asked = witness_at(place, seal.key.public)
        note = vouched(seal, asked)
    click.echo(f"{note.size} rows vouched for by {asked.key.name}")


@journal_group.command()
@file_argument
@click.option("--round", "number", type=click.IntRange(1), required=True, help="Which round.")
def prove(file: Path | None, number: int) -> None:
    """Print a round's rows with a proof that they are in the record, for the auditor's tool."""
    with opened_journal(file) as journal:
        rows = list(of_round(journal.rows(), number))
        if not rows:
            raise OperatorError(f"{journal.path}: has no round {number}; name one of journal show")
        note = _note_over(journal, rows[-1].number)
        span = span_of(journal, rows[0].number - 1, note.size)
        proved = [_proved(row, span) for row in rows]
    click.echo(json.dumps({"note": note.text, "rows": proved}, indent=1))


@contextmanager
def sealed(file: Path | None) -> Iterator[Seal]:
    """A record with its key, to sign what it is now; the writer may be at work."""
    place = journal_at(file)
    if not (place.parent / TABLE_KEY).exists():
        raise OperatorError(f"{place.parent}: has no {TABLE_KEY}; start the table once")
    with opened_journal(place) as journal:
        yield Seal(journal, table_key(place.parent, ""))


def _note_over(journal: Journal, last: int) -> Note:
    """The first note over a row that a witness has seen, or else the newest."""
    key = public_key(journal.path.parent)
    notes = [] if key is None else NoteFile.beside(journal.path).signed_by(key)
    over = [note for note in notes if note.size >= last]
    if not over:
        raise OperatorError(
            f"{journal.path}: no signed note over row {last}; run underfelt journal checkpoint"
        )
    known = known_witnesses(journal.path.parent)
    seen = (n for n in over if any(cosigned_at(n, witness) for witness in known))
    return next(seen, over[-1])


def _proved(row: Row, span: Span) -> dict[str, object]:
    columns = row._asdict() | {"body": row.body.decode()}
    del columns["hash"]
    steps = [b64encode(step).decode() for step in span.inclusion(row.number - 1)]
    return columns | {"proof": steps}
