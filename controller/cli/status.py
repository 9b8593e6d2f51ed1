"""`underfelt status`: what a running table does, why it waits, and what ends that."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from config.words import words
from controller.bus.client import AnswersClient
from controller.cli.decision_line import outcome_line, seats_listed
from controller.cli.files import run_option
from controller.cli.site import here_option, running_site
from controller.facts.board import Board, HoldView
from controller.facts.decisions import TableHeld

# A hold older than this many rows is older than anybody waits; its time is then left out.
ROWS_BACK: Final = 5000
PAGE: Final = 1000
PHASES: Final = {
    "waiting": "waiting",
    "bank": "the bank is offered",
    "halted": "halted",
    "betting": "bets are open",
    "dealing": "dealing",
    "settling": "settling",
    "held": "ON HOLD",
}


@click.command(
    "status",
    short_help="What a running table does, and why it waits.",
    epilog="\b\nExamples:\n  underfelt status\n  underfelt status --table fortune --json",
)
@here_option
@run_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status_command(table_file: Path | None, run_dir: Path | None, as_json: bool) -> None:
    """Say what the table that runs here does, what it expects, and why it is on hold."""
    site = running_site(table_file, run_dir)
    table = AnswersClient(site.sockets)
    board = table.board()
    held_at = _held_at(table, board.number) if board.hold else None
    if as_json:
        told = {
            "held_at_ms": held_at,
            "record": str(site.record),
            "board": board.model_dump(mode="json"),
        }
        click.echo(json.dumps(told))
        return
    for line in _lines(board, held_at):
        click.echo(line)
    click.echo(f"record      {site.record}, row {board.number:,}")


def _held_at(table: AnswersClient, number: int) -> int | None:
    """When the hold began, in milliseconds of the record's clock."""
    for last in range(number, max(0, number - ROWS_BACK), -PAGE):
        for entry in reversed(table.history(max(0, last - PAGE), min(PAGE, last))):
            if isinstance(entry.decision, TableHeld):
                return entry.at_ms
    return None


def _lines(board: Board, held_at: int | None) -> Iterator[str]:
    yield f"{board.game_name}, {board.room}: table {board.table}, {board.seats} seats"
    if board.hold is not None:
        yield from _hold(board.hold, held_at)
    else:
        yield f"state       {PHASES[board.phase]}"
        expected = [words().say(each) for each in board.expected] or ["nothing"]
        yield f"next        {expected[0]}"
        yield from (f"        or  {each}" for each in expected[1:])
    yield f"round       {_round(board)}"
    if board.last is not None:
        yield f"last        {outcome_line(board.last)}"
    for device in board.devices:
        why = words().told(device.reason)
        yield f"{device.device:<11} {device.state}{': ' * bool(why)}{why}"


def _hold(hold: HoldView, held_at: int | None) -> Iterator[str]:
    since = f" since {datetime.fromtimestamp(held_at / 1000):%H:%M:%S}" if held_at else ""
    yield f"state       ON HOLD{since}: {words().name(hold.name)}"
    yield f"seen        {words().say(hold.seen)}"
    yield f"expected    {words().any_of(hold.expected)}"
    yield f"do          {words().dealer(hold.name)}"


def _round(board: Board) -> str:
    parts = [str(board.round)]
    if board.bank is not None:
        parts.append(f"seat {board.bank} banks, hand {board.turn}")
    if board.button is not None:
        parts.append(f"action button at seat {board.button}")
    if board.wagers:
        parts.append(f"wagers at {seats_listed(board.wagers)}")
    return "; ".join(parts)
