"""What every round against a bank must look like: known wagers, what they need, one bank."""

from decimal import Decimal

from config.game import Game
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.verdict import RoundError


def bank_of(game: Game, finished: FinishedRound) -> BankRound:
    """The bank of a round, or the error that it has none or bets against itself."""
    bank = finished.bank
    if bank is None:
        raise RoundError(f"the round has no bank; {game.name} is played against one")
    if str(bank.seat) in finished.seats:
        raise RoundError(f"seat {bank.seat}: is the bank and bets; leave one of both out")
    return bank


def stakes_of(game: Game, seat: SeatRound) -> dict[str, Decimal]:
    """A seat's wagers by name, each known and with what it needs."""
    stakes = {name: amount for name, amount in seat.wagers.items() if amount}
    wagers = {wager.name: wager for wager in game.wagers}
    for name in stakes:
        if name not in wagers:
            raise RoundError(f"no wager {name!r}; {game.name} has {', '.join(wagers)}")
        if wagers[name].earned_from is not None:
            lines = wagers[name].source
            raise RoundError(f"{name} is not staked but earned; leave it out ({lines})")
        missing = [needed for needed in wagers[name].needs if needed not in stakes]
        if missing:
            text = f"{name} needs {missing[0]}; add it or take {name} away"
            raise RoundError(f"{text} ({wagers[name].source})")
    return stakes
