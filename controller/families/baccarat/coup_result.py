"""A complete coup in numbers, and which of a wager's conditions it meets."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from config.conditions import CoupCondition, FirstTwo
from config.game import Wager
from controller.facts.cards import Card
from controller.facts.decisions import Winner

SMALLEST_NATURAL = 8
# The first letter of a road's mark.
RED: Final = frozenset("dh")
LETTERS: Final[dict[str, Winner]] = {"P": "player", "B": "banker", "T": "tie"}


class Look(NamedTuple):
    """What two cards show beside what they count."""

    pair: bool
    suited: bool
    one_colour: bool


class CoupResult(NamedTuple):
    """Both totals, how many cards made them, and how the first two look where that is asked."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    player_look: Look | None = None
    banker_look: Look | None = None

    @property
    def winner(self) -> Winner:
        """The side nearer to nine."""
        if self.player_total == self.banker_total:
            return "tie"
        return "player" if self.player_total > self.banker_total else "banker"


def look_of(cards: Sequence[Card]) -> Look:
    """How the first two cards of a hand look."""
    one, two = cards[:2]
    is_one_colour = (one.suit in RED) == (two.suit in RED)
    return Look(one.rank == two.rank, one.suit == two.suit, is_one_colour)


def meets(condition: CoupCondition, result: CoupResult) -> bool:
    """Tell whether a coup meets a wager's condition in every key it names."""
    winner = result.winner
    if condition.winner not in (None, winner):
        return False
    if condition.looks and not _looks_so(condition, result):
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


def _looks_so(condition: CoupCondition, result: CoupResult) -> bool:
    player, banker = result.player_look, result.banker_look
    either = condition.either
    return (
        (condition.player is None or _shows(condition.player, player))
        and (condition.banker is None or _shows(condition.banker, banker))
        and (either is None or _shows(either, player) or _shows(either, banker))
    )


def _shows(asked: FirstTwo, look: Look | None) -> bool:
    wanted = (asked.pair, asked.suited, asked.one_colour)
    pairs = zip(wanted, look or (), strict=bool(look))
    return look is not None and all(want is None or want == fact for want, fact in pairs)


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
