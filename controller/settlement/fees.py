"""The collection of a round: by the action that counts for the bank, and each player's wagers."""

from decimal import Decimal
from typing import NamedTuple

from config.fees import FeeOption, fee_for
from config.game import Game
from controller.settlement.finished import FinishedRound, Wagers

# Placed after the cards, where a game does not say what counts.
LATER = ("play", "insurance")


class Collection(NamedTuple):
    """What a round costs under one schedule: the bank by the action, and who else pays what."""

    option: str
    action: Decimal
    bank: Decimal
    players: tuple[tuple[int, Decimal], ...]


def collection_of(game: Game, option: FeeOption, finished: FinishedRound) -> Collection:
    """The fees of a round's wagers as they lay before the cards."""
    placed = [
        (int(seat), counted(game, wagers))
        for seat, held in sorted(finished.seats.items(), key=lambda item: int(item[0]))
        for wagers in (held.wagers, *(other.wagers for other in held.behind))
    ]
    action = sum((sum(wagers.values(), Decimal(0)) for _seat, wagers in placed), Decimal(0))
    fees = tuple((seat, _player_fee(option, wagers)) for seat, wagers in placed if option.player)
    return Collection(str(option.option), action, fee_for(option.bank, action), fees)


def counted(game: Game, wagers: Wagers) -> Wagers:
    """The wagers that count for the fee: those the book names, else all placed before the cards."""
    named = game.action.wagers if game.action else None
    names = named or [w.name for w in game.wagers if w.name not in LATER and not w.earned_from]
    return {name: amount for name, amount in wagers.items() if name in names and amount}


def _player_fee(option: FeeOption, wagers: Wagers) -> Decimal:
    amounts = [amount for name, amount in wagers.items() if name not in option.bonus]
    if option.per == "wager":
        fee = sum((fee_for(option.player, amount) for amount in amounts), Decimal(0))
    elif option.per == "separate-wager":
        fee = fee_for(option.player, max(amounts, default=Decimal(0)))
    else:
        fee = fee_for(option.player, sum(amounts, Decimal(0)))
    extras = (fee for name, fee in option.bonus.items() if name in wagers)
    return fee + sum(extras, Decimal(0))
