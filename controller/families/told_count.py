"""What places the button of a told round: its card or dice, or such as lead to its button."""

from collections.abc import Iterable

from controller.settlement.button import card_count, place_button, seats_in_action
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError
from controller.table.state import Rules


def rank_of(rules: Rules, told: FinishedRound) -> str:
    """The rank of the card that is turned; any that counts where the round needs no button."""
    card = rules.family.deciding_card(rules.game, told)
    if card is not None or told.turned:
        return card.rank_code if card else str(told.turned)
    rule = rules.game.button
    assert rule is not None
    counts = {card_count(rule, rank): rank for rank in reversed(rule.values) if rule.values[rank]}
    return counts[_count(rules, told, counts, "card")]


def dice_of(rules: Rules, told: FinishedRound, count: int) -> tuple[int, ...]:
    """The dice as they fell, else any that lead to the button."""
    if told.dice:
        return told.dice
    points = _count(rules, told, range(count, 6 * count + 1), "dice")
    high, rest = divmod(points - count, 5)
    return (*(6,) * high, *((1 + rest,) if rest else ()), *(1,) * count)[:count]


def _count(rules: Rules, told: FinishedRound, counts: Iterable[int], what: str) -> int:
    rule = rules.game.button
    fitting = [count for count in counts if _leads_to(rules, told, count)]
    if not fitting:
        lines = rule.source if rule else rules.game.source
        raise RoundError(f"button: no {what} count to seat {told.button}; correct it ({lines})")
    return fitting[0]


def _leads_to(rules: Rules, told: FinishedRound, count: int) -> bool:
    rule, bank = rules.game.button, told.bank
    if told.button is None or rule is None or bank is None:
        return True
    bettors = frozenset(told.seat_numbers())
    folded = [seat for seat in bettors if told.seats[str(seat)].folded]
    active = seats_in_action(rules.game, bettors, folded)
    return place_button(rule, rules.seats, bank.seat, count, active, False).button == told.button
