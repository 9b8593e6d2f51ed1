"""Settling a finished round: the family judges it, the ledger pays it in the game's order."""

from config.game import Game
from controller.families import families
from controller.settlement.button import card_count, place_button
from controller.settlement.finished import FinishedRound
from controller.settlement.ledger import (
    LedgerLine,
    point_lines,
    settle as settle_wagers,
    settlement_order,
)
from controller.settlement.verdict import RoundError


def settle(game: Game, seats: int, finished: FinishedRound) -> tuple[LedgerLine, ...]:
    """Settle a finished round in the game's order, until the bank is exhausted."""
    family = families()[game.family]
    if family.exchanges is not None:
        return tuple(point_lines(family.exchanges(game, seats, finished)))
    if family.judge is None:
        raise RoundError(f"{game.family} has no wagers against a bank to settle")
    verdicts = family.judge(game, finished)
    order = settlement_order(game, seats, finished, button_of(game, seats, finished))
    return settle_wagers(verdicts, order, finished)


def button_of(game: Game, seats: int, finished: FinishedRound) -> int | None:
    """The seat settled first: as given, or counted from the round's dice or deciding card."""
    rule, bank = game.button, finished.bank
    if finished.button or rule is None or bank is None:
        return finished.button
    card = families()[game.family].deciding_card(game, finished)
    count = sum(finished.dice) or (card_count(rule, card.rank_code) if card else 0)
    if not count or (rule.used == "uncovered" and bank.stake is None):
        return None
    return place_button(rule, seats, bank.seat, count, frozenset(finished.seat_numbers())).button
