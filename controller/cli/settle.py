"""`underfelt settle`: a finished round's wagers, in their order, until the bank is exhausted."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import IO, TypedDict

import click
from pydantic import ValidationError

from config.game import Game
from config.words import words
from controller.cli.files import open_game, value_option
from controller.facts.failure import OperatorError
from controller.facts.phrase import Phrase
from controller.families.settle import button_of, settle
from controller.hands.dealt import HandError
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import RoundError

COLUMNS = ("amount", "paid", "taken", "returned", "uncovered")


class Report(TypedDict):
    """What the command prints as JSON; money is exact and therefore text."""

    game: str
    seats: int
    bank: int | None
    stake: str | None
    button: int | None
    lines: list[dict[str, object]]
    totals: dict[str, str]
    bank_result: str
    exhausted_at: dict[str, object] | None


@click.command(
    "settle",
    short_help="Who wins what, and in which order.",
    epilog="\b\nExample, a file round.json:\n"
    '  {"bank": {"seat": 3, "stake": 500}, "player": ["Kd", "7h"], "banker": ["4c", "2s", "Qd"],\n'
    '   "seats": {"1": {"wagers": {"player-line": 100}}, "5": {"wagers": {"tie": 20}}}}\n'
    "  underfelt settle lucky-derby/ez-baccarat-panda-8 round.json",
)
@click.argument("game")
@click.argument("file", metavar="ROUND.json", type=click.File(encoding="utf-8"))
@click.option("--seats", type=int, help="Positions at the table; default: the fewest that fit.")
@value_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def settle_command(
    game: str, file: IO[str], seats: int | None, values: tuple[str, ...], as_json: bool
) -> None:
    """Settle the finished round in ROUND.json (- for standard input) by the rules of GAME."""
    found = open_game(game, values)
    name = Path(file.name).name
    finished = _read(file, name)
    count = _seat_count(found, finished, seats, name)
    try:
        lines = settle(found, count, finished)
    except (RoundError, HandError) as error:
        raise OperatorError(f"{name}: {error}") from None
    report = _report(found, count, finished, lines)
    click.echo(json.dumps(report) if as_json else _table(found, report))


def _read(file: IO[str], name: str) -> FinishedRound:
    try:
        finished = FINISHED_ROUND.validate_json(file.read())
    except UnicodeDecodeError:
        raise OperatorError(f"{name}: not UTF-8 text; write the round as JSON") from None
    except ValidationError as error:
        raise OperatorError(*_problems(error, name)) from None
    odd = [seat for seat in finished.seats if not seat.isdecimal() or str(int(seat)) != seat]
    if odd:
        raise OperatorError(f"{name}: seats.{odd[0]}: no seat number; write seats as 1, 2, 3")
    return finished


def _problems(error: ValidationError, name: str) -> list[str]:
    problems = []
    for problem in error.errors(include_url=False):
        where = ".".join(map(str, problem["loc"])) or "the whole file"
        unknown = f"{problem['input']!r} is no card or tile"
        what = unknown if problem["type"] == "enum" else problem["msg"]
        problems.append(f"{name}: {where}: {what}; see underfelt settle --help for an example")
    return problems


def _seat_count(game: Game, finished: FinishedRound, seats: int | None, name: str) -> int:
    bank = finished.bank.seat if finished.bank else 0
    used = (*finished.seat_numbers(), bank, finished.button or 0)
    fitting = [count for count in sorted(game.seats.allowed) if count >= max(used)]
    allowed = " or ".join(map(str, game.seats.allowed))
    if seats is not None and seats not in game.seats.allowed:
        raise OperatorError(f"--seats {seats}: {game.name} is played on {allowed} seats; use that")
    if not fitting or (seats is not None and seats < max(used)) or 0 in finished.seat_numbers():
        odd = 0 if 0 in finished.seat_numbers() else max(used)
        raise OperatorError(
            f"{name}: seat {odd}: no such seat; {game.name} is played on {allowed} seats"
        )
    if bank in finished.seat_numbers():
        raise OperatorError(f"{name}: seats.{bank}: the bank sits there and cannot bet; remove it")
    return fitting[0] if seats is None else seats


def _report(
    game: Game, seats: int, finished: FinishedRound, lines: tuple[LedgerLine, ...]
) -> Report:
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for line in lines:
        totals[line.seat] += line.paid - line.taken
    short = next((line for line in lines if line.uncovered), None)
    bank = finished.bank
    return {
        "game": game.id,
        "seats": seats,
        "bank": bank.seat if bank else None,
        "stake": str(bank.stake) if bank and bank.stake is not None else None,
        "button": button_of(game, seats, finished),
        "lines": [_row(line) for line in lines],
        "totals": {str(seat): money(totals[seat]) for seat in sorted(totals)},
        "bank_result": money(-sum(totals.values(), Fraction(0))),
        "exhausted_at": {"seat": short.seat, "wager": short.wager} if short else None,
    }


def _said(why: str | Phrase) -> str:
    return words().say(why) if isinstance(why, Phrase) else why


def _row(line: LedgerLine) -> dict[str, object]:
    amounts = {name: money(getattr(line, name)) for name in COLUMNS}
    result = str(line.result)
    return {
        "seat": line.seat,
        "wager": line.wager,
        "result": result,
        **amounts,
        "why": _said(line.why),
    }


def money(amount: Fraction) -> str:
    """Write an amount exactly: whole, with cents, or as a fraction where cents do not do."""
    if amount.denominator == 1:
        return str(amount.numerator)
    cents = amount * 100
    if cents.denominator == 1:
        sign = "-" if cents < 0 else ""
        return f"{sign}{abs(cents.numerator) // 100}.{abs(cents.numerator) % 100:02}"
    return str(amount)


def _table(game: Game, report: Report) -> str:
    button = report["button"]
    where = f"from the button, seat {button}" if button else f"from {game.settlement.start}"
    stake = "covers everything" if report["stake"] is None else f"puts up {report['stake']}"
    banks = f"seat {report['bank'] or '?'} {stake}"
    if game.bank.held_by == "nobody":
        banks = "none, points go from player to player"
    lines = [
        f"{game.name}, {game.room}; {report['seats']} seats",
        f"  bank       {banks}; settled {where}",
        f"  {'seat':>4}  {'wager':<16} {'result':<6}" + "".join(f"{name:>11}" for name in COLUMNS),
    ]
    for row in report["lines"]:
        amounts = "".join(f"{row[name]!s:>11}" for name in COLUMNS)
        why = f"  {row['why']}" if row["why"] else ""
        lines.append(
            f"  {row['seat']!s:>4}  {row['wager']!s:<16} {row['result']!s:<6}{amounts}{why}"
        )
    short = report["exhausted_at"]
    if short:
        lines.append(f"  the bank is exhausted at seat {short['seat']}, {short['wager']}")
    results = ", ".join(f"seat {seat}: {total}" for seat, total in report["totals"].items())
    lines.append(f"  results    {results or 'no wagers'}; bank: {report['bank_result']}")
    return "\n".join(lines)
