"""A settlement as the commands print it: a table of text, or JSON."""

from collections import defaultdict
from fractions import Fraction
from typing import NotRequired, TypedDict

from config.game import Game
from config.words import words
from controller.facts.phrase import Phrase
from controller.families.settle import button_of
from controller.settlement.fees import Collection
from controller.settlement.finished import FinishedRound
from controller.settlement.ledger import LedgerLine

COLUMNS = ("amount", "paid", "taken", "returned", "uncovered")


class Report(TypedDict):
    """What the command prints as JSON; money is exact and therefore text."""

    game: str
    # In a record.
    round: NotRequired[int]
    seats: int
    bank: int | None
    stake: str | None
    button: int | None
    lines: list[dict[str, object]]
    totals: dict[str, str]
    bank_result: str
    exhausted_at: dict[str, object] | None
    # What those who bet behind a seat have won.
    owners: NotRequired[dict[str, str]]
    # Where a schedule was named.
    fee: NotRequired[dict[str, object]]


def report_of(
    game: Game, seats: int, finished: FinishedRound, lines: tuple[LedgerLine, ...]
) -> Report:
    """Every line with what it came to, and the totals."""
    totals: dict[int, Fraction] = defaultdict(Fraction)
    owners: dict[str, Fraction] = defaultdict(Fraction)
    for line in lines:
        if line.owner:
            owners[line.owner] += line.paid - line.taken
        else:
            totals[line.seat] += line.paid - line.taken
    short = next((line for line in lines if line.uncovered), None)
    bank = finished.bank
    everybody = sum((*totals.values(), *owners.values()), Fraction(0))
    report: Report = {
        "game": game.id,
        "seats": seats,
        "bank": bank.seat if bank else None,
        "stake": str(bank.stake) if bank and bank.stake is not None else None,
        "button": button_of(game, seats, finished),
        "lines": [_row(line) for line in lines],
        "totals": {str(seat): money(totals[seat]) for seat in sorted(totals)},
        "bank_result": money(-everybody),
        "exhausted_at": {"seat": short.seat, "wager": short.wager} if short else None,
    }
    if owners:
        report["owners"] = {owner: money(total) for owner, total in owners.items()}
    return report


def fee_of(collection: Collection) -> dict[str, object]:
    """The collection of a round as JSON has it."""
    return {
        "option": collection.option,
        "action": money(Fraction(collection.action)),
        "bank": money(Fraction(collection.bank)),
        "players": {str(seat): money(Fraction(fee)) for seat, fee in collection.players},
    }


def said(why: str | Phrase) -> str:
    """Why a wager came to what it did."""
    return words().say(why) if isinstance(why, Phrase) else why


def _row(line: LedgerLine) -> dict[str, object]:
    amounts = {name: money(getattr(line, name)) for name in COLUMNS}
    result = str(line.result)
    return {
        "seat": line.seat,
        "wager": line.wager,
        "result": result,
        **amounts,
        "why": said(line.why),
        **({"owner": line.owner} if line.owner else {}),
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


def table_of(game: Game, report: Report) -> str:
    """The report as a table of text."""
    button = report["button"]
    where = f"from the button, seat {button}" if button else f"from {game.settlement.start}"
    stake = "covers everything" if report["stake"] is None else f"puts up {report['stake']}"
    banks = f"seat {report['bank'] or '?'} {stake}"
    if game.bank.held_by == "nobody":
        banks = "none, points go from player to player"
    number = f"; round {report['round']}" if "round" in report else ""
    lines = [
        f"{game.name}, {game.room}; {report['seats']} seats{number}",
        f"  bank       {banks}; settled {where}",
        f"  {'seat':>4}  {'wager':<16} {'result':<6}" + "".join(f"{name:>11}" for name in COLUMNS),
    ]
    for row in report["lines"]:
        amounts = "".join(f"{row[name]!s:>11}" for name in COLUMNS)
        behind = f"  {row['owner']}, behind the seat" if "owner" in row else ""
        why = behind + (f"  {row['why']}" if row["why"] else "")
        lines.append(
            f"  {row['seat']!s:>4}  {row['wager']!s:<16} {row['result']!s:<6}{amounts}{why}"
        )
    short = report["exhausted_at"]
    if short:
        lines.append(f"  the bank is exhausted at seat {short['seat']}, {short['wager']}")
    results = ", ".join(f"seat {seat}: {total}" for seat, total in report["totals"].items())
    lines.append(f"  results    {results or 'no wagers'}; bank: {report['bank_result']}")
    if "owners" in report:
        behind = ", ".join(f"{owner}: {total}" for owner, total in report["owners"].items())
        lines.append(f"  behind     {behind}")
    return "\n".join([*lines, *_fee_lines(report)])


def _fee_lines(report: Report) -> list[str]:
    if "fee" not in report:
        return []
    fee = report["fee"]
    players = fee["players"]
    assert isinstance(players, dict)
    each = ", ".join(f"seat {seat}: {amount}" for seat, amount in players.items())
    paid = f"bank {fee['bank']}{each and f'; {each}'}"
    return [f"  collection option {fee['option']}, action {fee['action']}: {paid}"]
