"""Which dice sums or card ranks lead to which seat, for the labels round the table."""

from config.game import Button, Game
from controller.diagram.words import SAID
from controller.facts.cards import RANKS
from controller.families.baccarat.sections import Baccarat
from controller.settlement.button import lap


def seat_labels(game: Game, seats: int, bank: int) -> dict[int, tuple[str, ...]]:
    """List for every seat the sums or ranks that count to it."""
    rule = game.button
    if rule is None or rule.decided_by == "rotation":
        return {}
    order = lap(rule, seats, bank)
    labels: dict[int, tuple[str, ...]] = {}
    for count, text in _counts(game, rule):
        if count > 0:
            seat = order[(count - 1) % len(order)]
            labels[seat] = (*labels.get(seat, ()), text)
    return labels


def _counts(game: Game, rule: Button) -> list[tuple[int, str]]:
    if rule.decided_by == "dice":
        dice = game.dice.count if game.dice else 3
        return [(total, str(total)) for total in range(dice, 6 * dice + 1)]
    present = [rank for rank in RANKS if rank not in game.cards.removed]
    return [(rule.values.get(rank, 0), rank.replace("T", "10")) for rank in present]


def button_lines(game: Game) -> list[str]:
    """Say in two or three short lines how the action button finds its seat."""
    rule = game.button
    if rule is None:
        return ["no action button", f"settlement starts {SAID['settled'][game.settlement.start]}"]
    if rule.decided_by == "rotation":
        return ["action button", "moves one seat on each round"]
    by = "the sum of the dice" if rule.decided_by == "dice" else _deciding_card(game)
    bank = "the bank counted" if rule.bank_counted else "the bank not counted"
    lines = [
        f"action button: {by}",
        f"counted {rule.direction} {SAID['starts'][rule.first]}, {bank}",
    ]
    if rule.used == "uncovered":
        lines.append("only when the bank does not cover all wagers")
    elif rule.bank_counted:
        lines.append("on the bank: first hand to the bank, button to the next seat")
    return lines


def _deciding_card(game: Game) -> str:
    card = game.coup.button_card if isinstance(game, Baccarat) else None
    return SAID["deciders"].get(card or "", "the bank's deciding card")
