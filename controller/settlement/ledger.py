"""The settlement ledger: wagers in their order against what the bank put up, until it runs out."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from config.game import Button, Game
from controller.families.chinese_poker.verdict import POINTS, Exchange, exchanges
from controller.families.judges import JUDGES, Result, RoundError, Verdict
from controller.settlement.finished import FinishedRound
from controller.settlement.lap import settlement_lap
from controller.table.button import card_count, place_button


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
    why: str


def settle(game: Game, seats: int, finished: FinishedRound) -> tuple[LedgerLine, ...]:
    """Settle a finished round in the game's order; what the bank cannot cover goes back."""
    if game.chinese:
        return tuple(_point_lines(exchanges(game, seats, finished)))
    judge = JUDGES.get(game.family)
    if judge is None:
        raise RoundError(f"{game.family} has no wagers against a bank to settle")
    verdicts = judge(game, finished)
    stake = finished.bank.stake if finished.bank else None
    left = None if stake is None else Fraction(stake)
    lines = []
    for seat, wager in settlement_order(game, seats, finished):
        verdict = verdicts.get((seat, wager))
        if verdict is not None:
            amount = Fraction(finished.seats[str(seat)].wagers.get(wager, 0))
            for part in verdict.parts or (verdict,):
                line = _line(seat, wager, amount, part, left)
                left = None if left is None else left - line.paid - line.taken
                lines.append(line)
    return tuple(lines)


def _point_lines(owed: tuple[Exchange, ...]) -> Iterator[LedgerLine]:
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


def button_of(game: Game, seats: int, finished: FinishedRound) -> int | None:
    """The seat settled first: as given, or counted from the round's dice or deciding card."""
    rule, bank = game.button, finished.bank
    if finished.button or rule is None or bank is None:
        return finished.button
    count = sum(finished.dice) or _card_count(game, rule, finished)
    if not count or (rule.used == "uncovered" and bank.stake is None):
        return None
    return place_button(rule, seats, bank.seat, count, frozenset(finished.seat_numbers())).button


def _card_count(game: Game, rule: Button, finished: FinishedRound) -> int:
    if game.twenty_one and finished.bank and len(finished.bank.cards) > 1:
        return card_count(rule, finished.bank.cards[1].rank_code)
    if game.family == "stud" and finished.bank and finished.bank.cards:
        # The bank's cards are given as dealt, the face-up one last.
        return card_count(rule, finished.bank.cards[-1].rank_code)
    if game.coup is None or game.coup.button_card is None:
        return 0
    hand, _, number = game.coup.button_card.partition("-")
    cards = finished.player if hand == "player" else finished.banker
    return card_count(rule, cards[int(number) - 1].rank_code)


def settlement_order(game: Game, seats: int, finished: FinishedRound) -> Iterator[tuple[int, str]]:
    """Seats and wagers one after the other, from the button or the bank's neighbour."""
    bank = finished.bank.seat if finished.bank else seats
    lap = settlement_lap(game, seats, bank, button_of(game, seats, finished))
    for group in game.settlement.order:
        for seat in lap:
            if str(seat) in finished.seats:
                for wager in group:
                    yield seat, wager


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
