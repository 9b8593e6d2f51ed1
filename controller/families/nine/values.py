"""Nine: totals, the charts of three cards, and a player's hand against the bank's."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from controller.facts.cards import Card
from controller.facts.phrase import Phrase, phrase
from controller.families.nine.sections import Nine, NineRow

FIRST: Final = 3
MOST: Final = 4
_POINTS: Final = {card: card.rank if card.rank < 10 else 0 for card in Card}


class NineResult(NamedTuple):
    """A hand against the bank's: how it ended, whether it wins half, and by which rule."""

    result: Literal["win", "push", "lose"]
    is_half: bool
    why: Phrase


def total_of(cards: Sequence[Card]) -> int:
    """The last digit of the sum; pictures count nothing, an ace one."""
    return sum(_POINTS[card] for card in cards) % 10


def row_of(rows: tuple[NineRow, ...], total: int) -> NineRow:
    """Find the cell of a complete chart."""
    return next(row for row in rows if row.totals[0] <= total <= row.totals[1])


def compare(rule: Nine, ours: Sequence[Card], theirs: Sequence[Card]) -> NineResult:
    """Nearer nine wins and equal totals push, unless the bank's first three total zero."""
    mine, bank = total_of(ours), total_of(theirs)
    if rule.bank_zero is not None and total_of(theirs[:FIRST]) == 0:
        half = mine in rule.bank_zero.wins_half
        won = half or mine in rule.bank_zero.wins
        why = phrase("half-against-zero" if half else "total-against-zero", ours=mine)
        return NineResult("win" if won else "push", half, why)
    why = phrase("total-against", ours=mine, theirs=bank)
    return NineResult("push" if mine == bank else "win" if mine > bank else "lose", False, why)
