"""`underfelt audit`: fairness and game protection, from the record."""

from collections.abc import Iterator
from pathlib import Path

import click

from config.document import DocumentError
from config.game import Game
from config.table import DEFAULT_TABLE
from config.words import ENGLISH, Words, languages, words
from controller.audit.page import audit_page
from controller.audit.report import AuditReport, audit
from controller.audit.sentences import summary
from controller.audit.slips import without_slips
from controller.audit.tables import tables_of
from controller.audit.told import told
from controller.cli.journal import opened_journal
from controller.cli.table_lines import table_lines, write_page
from controller.facts.cards import Card
from controller.facts.events import TableOpened
from controller.facts.failure import OperatorError
from controller.families.catalogue import load_game
from controller.families.tables import load_table
from controller.process.paths import state_directory
from controller.record.journal import Journal
from controller.table.shoe import copies_in_deck


@click.command(
    "audit",
    short_help="Fairness and game protection, from the record.",
    epilog="\b\nExamples:\n  underfelt audit /var/lib/underfelt/table-7 --html audit.html\n"
    "  underfelt audit --table /etc/underfelt/table.toml --json",
)
@click.argument("state_dir", required=False, type=click.Path(path_type=Path))
@click.option(
    "--table", "table_file", type=click.Path(path_type=Path), metavar="FILE", help="The table file."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write a page.")
@click.option(
    "--lang", type=click.Choice(languages()), default=ENGLISH, help="The language of the report."
)
def audit_command(
    state_dir: Path | None, table_file: Path | None, as_json: bool, html: Path | None, lang: str
) -> int:
    """Ask chance about dice, shuffles and misreads; count cards, rounds, rulings and holds.

    STATE_DIR holds the record; without it the one of the table file is read. The exit status is 1
    when something is suspect, or a card left a shoe that its decks do not hold.
    """
    where = state_dir if state_dir is not None else _state_of(table_file or DEFAULT_TABLE)
    with opened_journal(where) as journal:
        game = load_table(table_file).game if table_file else _recorded_game(journal)
        report = audit(without_slips(told(journal.rows())), _deck(game))
    if html is not None:
        write_page(html, audit_page(report, words(lang), lang, str(where)))
    click.echo(report.model_dump_json() if as_json else "\n".join(lines_of(report, words(lang))))
    return int(bool(report.suspects or report.surplus))


def lines_of(report: AuditReport, said: Words) -> Iterator[str]:
    """The report for a terminal: sentences first, then tables."""
    for found in summary(report, said.name("audit-all-devices")):
        yield said.sentence(found)
    for table in tables_of(report, said):
        yield ""
        yield from table_lines(table)


def _state_of(table_file: Path) -> Path:
    return state_directory(load_table(table_file).table.id)


def _recorded_game(journal: Journal) -> Game | None:
    """The game that was last opened; None of a record that nobody opened a table on."""
    names = [each.fact.game for each in told(journal.rows()) if isinstance(each.fact, TableOpened)]
    if not names:
        return None
    try:
        return load_game(names[-1])
    except DocumentError as error:
        text = f"the game {names[-1]} needs values of its room; name its table file with --table"
        raise OperatorError(text) from error


def _deck(game: Game | None) -> dict[Card, int]:
    copies = [1] * 52 + [0] if game is None else copies_in_deck(game.cards)
    return dict(zip(Card, copies, strict=True))
