"""`underfelt settle`: a finished round's wagers, in their order, until the bank is exhausted."""

import json
from pathlib import Path
from typing import IO, NamedTuple

import click
from pydantic import ValidationError

from config.fees import FeeOption
from config.game import Game
from config.words import words
from controller.cli.files import table_option
from controller.cli.game_choice import open_game, value_option
from controller.cli.ledger_report import fee_of, report_of, table_of
from controller.cli.settle_record import has_amounts, order_of, round_of, text_of
from controller.facts.failure import OperatorError
from controller.families.opening import rules_of
from controller.families.settle import settle, settle_played
from controller.families.tables import load_table
from controller.hands.dealt import HandError
from controller.settlement.fees import collection_of
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.joined import joined
from controller.settlement.limits import check_table_limits
from controller.settlement.verdict import IllegalRoundError, RoundError
from controller.table.state import Rules


@click.command(
    "settle",
    short_help="Who wins what, and in which order.",
    epilog="\b\nExample, a file round.json:\n"
    '  {"bank": {"seat": 3, "stake": 500}, "player": ["Kd", "7h"], "banker": ["4c", "2s"],\n'
    '   "seats": {"1": {"wagers": {"player-line": 100}}, "5": {"wagers": {"tie": 20}}}}\n'
    "  underfelt settle lucky-derby/ez-baccarat-panda-8 round.json\n\n"
    "\b\nExample, round 12 of a record, then with the amounts that stood on the table:\n"
    "  underfelt settle --record STATE_DIR --table TABLE.toml --round 12\n"
    "  underfelt settle --record STATE_DIR --table TABLE.toml --round 12 --wagers amounts.json",
)
@click.argument("game", required=False)
@click.argument("file", metavar="[ROUND.json]", type=click.File(encoding="utf-8"), required=False)
@click.option("--seats", type=int, help="Positions at the table; default: the fewest that fit.")
@value_option
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="DIR", help="The record of a table."
)
@click.option("--round", "number", type=click.IntRange(1), help="The round of the record.")
@table_option
@click.option(
    "--wagers",
    type=click.File(encoding="utf-8"),
    metavar="ROUND.json",
    help="What the record does not know: amounts, the bank's stake, cards nobody read.",
)
@click.option("--fees", metavar="OPTION", help="Also print the collection of this schedule.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def settle_command(
    game: str | None,
    file: IO[str] | None,
    seats: int | None,
    values: tuple[str, ...],
    record: Path | None,
    number: int | None,
    table_file: Path,
    wagers: IO[str] | None,
    fees: str | None,
    as_json: bool,
) -> None:
    """Settle the finished round in ROUND.json (- for standard input) by the rules of GAME.

    With --record the round is taken from the record of a table, whose file says game and seats.
    Where the amounts were entered it is settled at once. Else the record knows who bet and not how
    much: the order is printed, and what each main wager came to as far as a device read the cards.
    --wagers adds the rest in the format of ROUND.json.
    """
    if record is not None and number is not None and not (game or seats or values):
        _settle_recorded(record, number, table_file, wagers, Printed(as_json, fees, number))
    elif game and file and record is None and number is None and wagers is None:
        _settle_file(open_game(game, values), file, seats, Printed(as_json, fees))
    else:
        raise OperatorError(
            "what is to be settled? give GAME and ROUND.json, or --record DIR and --round N"
            " with the --table whose record it is"
        )


class Printed(NamedTuple):
    """How a settlement is printed: as JSON, with the fees of a schedule, as a round of a record."""

    as_json: bool
    fees: str | None = None
    number: int | None = None


def _settle_file(game: Game, file: IO[str], seats: int | None, printed: Printed) -> None:
    name = Path(file.name).name
    finished = _read(file, name)
    count = _seat_count(game, finished, seats, name)
    _print_ledger(game, count, finished, name, printed)


def _settle_recorded(
    record: Path, number: int, table_file: Path, wagers: IO[str] | None, printed: Printed
) -> None:
    # Seats, limits and schedule are those of the record: the file may have changed since.
    rules, known = round_of(record, rules_of(load_table(table_file)), number)
    if printed.fees is None and rules.schedule is not None:
        printed = printed._replace(fees=str(rules.schedule.option))
    if wagers is None and has_amounts(known):
        _check_limits(rules, known, str(record))
        return _print_ledger(rules.game, rules.seats, known, str(record), printed)
    if wagers is None:
        order = order_of(rules, number, known)
        return click.echo(json.dumps(order) if printed.as_json else text_of(rules.game, order))
    name = Path(wagers.name).name
    given = _read(wagers, name)
    try:
        finished = joined(known, given)
    except RoundError as error:
        raise OperatorError(f"{name}: {error}") from None
    _seat_count(rules.game, finished, rules.seats, name)
    _check_limits(rules, finished, name)
    return _print_ledger(rules.game, rules.seats, finished, name, printed)


def _check_limits(rules: Rules, finished: FinishedRound, name: str) -> None:
    if rules.limits is None:
        return
    try:
        check_table_limits(rules.table, rules.wager_limits, rules.game, finished)
    except RoundError as error:
        raise OperatorError(f"{name}: {error}; correct the amount") from None


def _print_ledger(
    game: Game, seats: int, finished: FinishedRound, name: str, printed: Printed
) -> None:
    try:
        lines = (settle if printed.number is None else settle_played)(game, seats, finished)
    except (RoundError, HandError) as error:
        raise OperatorError(f"{name}: {_said(error)}") from None
    report = report_of(game, seats, finished, lines)
    if printed.number is not None:
        report["round"] = printed.number
    if printed.fees is not None:
        report["fee"] = fee_of(collection_of(game, _option(game, printed.fees), finished))
    click.echo(json.dumps(report) if printed.as_json else table_of(game, report))


def _option(game: Game, name: str) -> FeeOption:
    options = {str(option.option): option for option in game.fees}
    if name not in options:
        known = ", ".join(options) or "none"
        raise OperatorError(f"--fees {name}: no such option; {game.name} has {known}")
    return options[name]


def _said(error: Exception) -> str:
    """What is wrong with a round; of one the table refuses, in its words and with the lines."""
    if not isinstance(error, IllegalRoundError):
        return str(error)
    return f"{words().supervisor(error.found)} ({error.found.name}; see {error.lines})"


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
