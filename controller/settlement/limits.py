"""Amounts the book forbids: a wager below or above the limits printed for it."""

from collections.abc import Mapping
from decimal import Decimal

from config.game import Game, Wager
from config.table import Table, printed_limits
from controller.settlement.fees import counted
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError

WagerLimits = Mapping[str, tuple[Decimal, Decimal]]


def check_limits(game: Game, finished: FinishedRound) -> None:
    """Refuse a wager outside its printed limits; those of a table are not known here."""
    _check_steps(game, finished)
    _check_back_line(game, finished)
    limited = {wager.name: wager for wager in game.wagers if wager.limits}
    for seat in finished.seat_numbers():
        for name, amount in finished.seats[str(seat)].wagers.items():
            if name in limited and amount and not _allows(limited[name], amount):
                raise RoundError(f"seat {seat}: {name} of {amount}; {_words(limited[name])}")


def _allows(wager: Wager, amount: Decimal) -> bool:
    assert wager.limits is not None
    least, most = wager.limits
    enough = least == "table" or amount >= least
    return enough and (most == "table" or amount <= most * wager.circles)


def _words(wager: Wager) -> str:
    assert wager.limits is not None
    least, most = ("the table's" if limit == "table" else limit for limit in wager.limits)
    circles = f" in each of {wager.circles} circles" if wager.circles > 1 else ""
    return f"its limits are {least} to {most}{circles} ({wager.source})"


def check_table_limits(
    table: str, limits: WagerLimits, game: Game, finished: FinishedRound
) -> None:
    """Refuse a wager outside the limits of the table it was placed at."""
    for seat in finished.seat_numbers():
        for name, amount in counted(game, finished.seats[str(seat)].wagers).items():
            least, most = limits[name]
            if not least <= amount <= most:
                where = f"seat {seat}: {name} of {amount}"
                raise RoundError(f"{where}; the limits of table {table} are {least} to {most}")


def limits_at(table: Table, game: Game) -> dict[str, tuple[Decimal, Decimal]]:
    """The limits of every wager at a table: its own, else the book's, else those of the table."""
    every = {wager.name: Decimal(1) for wager in game.wagers}
    limits = table.limits
    if limits is None:
        return printed_limits(table, game)
    usual = dict.fromkeys(counted(game, every), (Decimal(limits.minimum), Decimal(limits.maximum)))
    own = {name: (Decimal(x.minimum), Decimal(x.maximum)) for name, x in limits.wagers.items()}
    return usual | printed_limits(table, game) | own


def _check_back_line(game: Game, finished: FinishedRound) -> None:
    rule = game.back_line
    for seat in finished.seat_numbers() if rule else ():
        for other in finished.seats[str(seat)].behind:
            for name in other.wagers:
                if rule and name in rule.not_on:
                    where = f"seat {seat}: {other.owner} has {name} behind it"
                    raise RoundError(f"{where}; only the seat itself may bet on it ({rule.source})")


def _check_steps(game: Game, finished: FinishedRound) -> None:
    if game.increments is None:
        return
    step = game.increments.step
    for seat in finished.seat_numbers():
        for name, amount in finished.seats[str(seat)].wagers.items():
            if amount % step:
                where = f"seat {seat}: {name} of {amount}"
                raise RoundError(f"{where}; in steps of {step} ({game.increments.source})")
