"""A complete coup in four numbers, and which of a wager's conditions it meets."""

from typing import Final, NamedTuple

from config.conditions import CoupCondition
from config.game import Wager
from controller.facts.decisions import Winner

SMALLEST_NATURAL = 8
# The first letter of a road's mark.
LETTERS: Final[dict[str, Winner]] = {"P": "player", "B": "banker", "T": "tie"}


class CoupResult(NamedTuple):
    """Both totals and how many cards made them."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> Winner:
        """The side nearer to nine."""
        if self.player_total == self.banker_total:
            return "tie"
        return "player" if self.player_total > self.banker_total else "banker"


def meets(condition: CoupCondition, result: CoupResult) -> bool:
    """Tell whether a coup meets a wager's condition in every key it names."""
    winner = result.winner
    if condition.winner not in (None, winner):
        return False
    player = (result.player_total, result.player_cards)
    banker = (result.banker_total, result.banker_cards)
    (total, cards), (other, _cards) = (banker, player) if winner == "banker" else (player, banker)
    facts = (
        (condition.total, total),
        (condition.cards, cards),
        (condition.natural, _has_natural(result, winner)),
        (condition.loser_total, None if winner == "tie" else other),
        (condition.margin, total - other),
        (condition.banker_total, result.banker_total),
        (condition.sum, total + other),
    )
    return all(wanted is None or wanted == fact for wanted, fact in facts)


def _has_natural(result: CoupResult, winner: Winner) -> bool:
    """A natural of the winner; on a tie both hands must be naturals."""
    player = result.player_cards == 2 and result.player_total >= SMALLEST_NATURAL
    banker = result.banker_cards == 2 and result.banker_total >= SMALLEST_NATURAL
    if winner == "tie":
        return player and banker
    return player if winner == "player" else banker


def won_case(wager: Wager, result: CoupResult) -> str | None:
    """Name the row of a won wager's table, or the wager itself; None when it did not win."""
    for name, condition in wager.cases.items():
        if meets(condition, result):
            return name
    return wager.name if wager.wins and meets(wager.wins, result) else None


def mark_of(wager: Wager, result: CoupResult) -> str | None:
    """Name the mark a coup leaves for a wager."""
    case = won_case(wager, result)
    return case if case is None or wager.marks == "cases" else wager.name


def stays(wager: Wager, result: CoupResult) -> bool:
    """Tell whether a wager that goes on until it is decided is still undecided."""
    if not wager.loses or won_case(wager, result):
        return False
    return not any(meets(condition, result) for condition in wager.loses)
