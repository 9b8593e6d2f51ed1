"""The settlement ledger: wagers in their order against what the bank put up, until it runs out."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from controller.facts.phrase import Phrase
from controller.settlement.exchange import POINTS, Exchange
from controller.settlement.finished import FinishedRound
from controller.settlement.lap import Laps
from controller.settlement.verdict import Result, Verdict, Verdicts


class LedgerLine(NamedTuple):
    """One wager as settled: paid by the bank, taken by it, handed back, left uncovered."""

    seat: int
    wager: str
    amount: Fraction
    result: Result
    paid: Fraction
    taken: Fraction
    returned: Fraction
    uncovered: Fraction
    why: str | Phrase


def settle(verdicts: Verdicts, laps: Laps, finished: FinishedRound) -> tuple[LedgerLine, ...]:
    """Settle the wagers of a finished round lap by lap; what the bank cannot cover goes back."""
    stake = finished.bank.stake if finished.bank else None
    left = None if stake is None else Fraction(stake)
    lines = []
    for seat, wager in settled_in_turn(laps):
        verdict = verdicts.get((seat, wager))
        if verdict is not None:
            amount = Fraction(finished.seats[str(seat)].wagers.get(wager, 0))
            for part in verdict.parts or (verdict,):
                line = _line(seat, wager, amount, part, left)
                left = None if left is None else left - line.paid - line.taken
                lines.append(line)
    return tuple(lines)


def point_lines(owed: tuple[Exchange, ...]) -> Iterator[LedgerLine]:
    """Points go from player to player: a line for the one who wins them, one for the loser."""
    for item in owed:
        points, nothing = Fraction(item.points), Fraction(0)
        left = points - item.covered
        results = (Result.WIN, Result.LOSE) if item.points else (Result.PUSH, Result.PUSH)
        for seat, other, result in (
            (item.winner, item.loser, results[0]),
            (item.loser, item.winner, results[1]),
        ):
            paid = item.covered if result is Result.WIN else nothing
            taken = item.covered if result is Result.LOSE else nothing
            why = f"against seat {other}: {item.why}"
            yield LedgerLine(seat, POINTS, points, result, paid, taken, nothing, left, why)


def settled_in_turn(laps: Laps) -> Iterator[tuple[int, str]]:
    """Seats and wagers one after the other."""
    return ((seat, wager) for lap in laps for seat in lap.seats for wager in lap.wagers)


def _line(
    seat: int, wager: str, amount: Fraction, verdict: Verdict, left: Fraction | None
) -> LedgerLine:
    nothing = Fraction(0)
    amount = amount if verdict.stake is None else verdict.stake
    lost = amount if verdict.takes is None else verdict.takes
    needs = {Result.WIN: verdict.pays, Result.LOSE: lost}.get(verdict.result, nothing)
    covered = needs if left is None else min(needs, left)
    taken = covered if verdict.result is Result.LOSE else nothing
    return LedgerLine(
        seat=seat,
        wager=wager,
        amount=amount,
        result=verdict.result,
        paid=covered if verdict.result is Result.WIN else nothing,
        taken=taken,
        returned=nothing if verdict.result is Result.STAY else amount - taken,
        uncovered=needs - covered,
        why=verdict.why,
    )
