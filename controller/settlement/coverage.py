"""Whether the bank's stake covers all action: what it can pay and collect at most."""

from fractions import Fraction

from config.game import Game, Wager
from controller.settlement.finished import FinishedRound


def covers_all(game: Game, finished: FinishedRound) -> bool | None:
    """As the table said it, else whether the stake reaches; None where neither is known."""
    bank = finished.bank
    if bank is None or bank.covers is not None or bank.stake is None:
        return bank.covers if bank else None
    staked = [
        (Fraction(amount), wager)
        for seat in finished.seats.values()
        for wager in game.wagers
        if (amount := seat.wagers.get(wager.name))
    ]
    collects = sum((amount for amount, _wager in staked), Fraction(0))
    pays = sum((_most(amount, wager) for amount, wager in staked), Fraction(0))
    return Fraction(bank.stake) >= max(collects, pays)


def _most(amount: Fraction, wager: Wager) -> Fraction:
    """The most a wager can win, by the best line of its pay table."""
    lines = [line for line in (wager.odds, *wager.table.values()) if line]
    odds = [Fraction(int(to), int(one)) for to, _, one in (line.partition(":") for line in lines)]
    return amount * max(odds, default=Fraction(0))
