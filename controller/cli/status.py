"""`underfelt status`: what a running table does, why it waits, and what ends that."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from config.words import ENGLISH, Words, languages, words
from controller.bus.client import AnswersClient
from controller.cli.files import run_option
from controller.cli.site import here_option, running_site
from controller.cli.table_lines import padded
from controller.facts.board import Board, HoldView
from controller.facts.decisions import OutcomeDecided, TableHeld
from controller.facts.phrase import phrase
from controller.facts.printable import printable

# A hold older than this many rows is older than anybody waits; its time is then left out.
ROWS_BACK: Final = 5000
PAGE: Final = 1000
WIDTH: Final = 11
PHASES: Final = {
    "waiting": phrase("status-waiting"),
    "bank": phrase("status-bank"),
    "halted": phrase("status-halted"),
    "betting": phrase("status-betting"),
    "dealing": phrase("status-dealing"),
    "settling": phrase("status-settling"),
}


@click.command(
    "status",
    short_help="What a running table does, and why it waits.",
    epilog="\b\nExamples:\n  underfelt status\n  underfelt status --lang vi\n"
    "  underfelt status --table fortune --json",
)
@here_option
@run_option
@click.option("--lang", type=click.Choice(languages()), default=ENGLISH, help="In which language.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status_command(table_file: Path | None, run_dir: Path | None, lang: str, as_json: bool) -> None:
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
    for line in _Lines(words(lang)).of(board, held_at, site.record):
        click.echo(printable(line))


def _held_at(table: AnswersClient, number: int) -> int | None:
    """When the hold began, in milliseconds of the record's clock."""
    for last in range(number, max(0, number - ROWS_BACK), -PAGE):
        for entry in reversed(table.history(max(0, last - PAGE), min(PAGE, last))):
            if isinstance(entry.decision, TableHeld):
                return entry.at_ms
    return None


class _Lines:
    """What is told of a table, in the words of one language."""

    def __init__(self, said: Words) -> None:
        self._said = said

    def of(self, board: Board, held_at: int | None, record: Path) -> Iterator[str]:
        """The lines, from the table's name to its record."""
        say = self._said.say
        game, room, name = board.game_name, board.room, board.table
        yield say(phrase("status-of", game=game, room=room, table=name, seats=board.seats))
        yield from self._held(board.hold, held_at) if board.hold else self._expected(board)
        yield self._line(say(phrase("status-round")), self._round(board))
        if board.last is not None:
            yield self._line(say(phrase("status-last")), self._last(board.last))
        for device in board.devices:
            why = self._said.told(device.reason)
            state = self._said.name(device.state)
            yield self._line(device.device, f"{state}{': ' * bool(why)}{why}")
        row = phrase("status-row", place=str(record), row=f"{board.number:,}")
        yield self._line(say(phrase("status-record")), say(row))

    def _line(self, label: str, text: str) -> str:
        return f"{padded(label, WIDTH)} {text}"

    def _held(self, hold: HoldView, held_at: int | None) -> Iterator[str]:
        said, told = self._said, phrase("status-held", cause=hold.name)
        if held_at is not None:
            time = f"{datetime.fromtimestamp(held_at / 1000):%H:%M:%S}"
            told = phrase("status-held-since", cause=hold.name, time=time)
        yield self._line(said.say(phrase("status-state")), said.say(told))
        yield self._line(said.say(phrase("status-seen")), said.say(hold.seen))
        yield self._line(said.say(phrase("status-expected")), said.any_of(hold.expected))
        yield self._line(said.say(phrase("status-do")), said.dealer(hold.name))

    def _expected(self, board: Board) -> Iterator[str]:
        said = self._said
        yield self._line(said.say(phrase("status-state")), said.say(PHASES[board.phase]))
        first, *others = [said.say(each) for each in board.expected] or [said.any_of(())]
        yield self._line(said.say(phrase("status-next")), first)
        other = padded(said.say(phrase("status-or")), WIDTH - 1, is_right=True)
        yield from (self._line(other, each) for each in others)

    def _round(self, board: Board) -> str:
        say, parts = self._said.say, [str(board.round)]
        if board.bank is not None:
            parts.append(say(phrase("status-bank-of", seat=board.bank, turn=board.turn or 0)))
        if board.button is not None:
            parts.append(say(phrase("status-button", seat=board.button)))
        if board.wagers:
            parts.append(say(phrase("status-wagers", seats=board.wagers)))
        return "; ".join(parts)

    def _last(self, last: OutcomeDecided) -> str:
        told = phrase("decided-result", winner=last.winner, mark=last.mark)
        if last.player_total is not None:
            player, banker = last.player_total, last.banker_total or 0
            told = phrase("decided-outcome", winner=last.winner, player=player, banker=banker)
        bonuses = [self._said.paid(name) for name in last.bonuses]
        cards = f"{' '.join(last.player)} : {' '.join(last.banker)}" if last.player else ""
        return "  ".join(part for part in (self._said.sentence(told), *bonuses, cards) if part)
