"""Pai gow poker: two cards in front, five behind, a joker, and the copy that goes to the bank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final, Literal, NamedTuple

from controller.facts.cards import Card
from controller.hands.dealt import ACE, LOWEST, VALUE, HandError, require_hand
from controller.hands.five_card import Category, HandRank, best_five, rank_values

FIVE_ACES: Final = HandRank(Category.FIVE_ACES, (ACE,))
_STRAIGHTS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
_COMPLETED: Final = (*_STRAIGHTS, Category.FLUSH, Category.ROYAL_FLUSH)
_WHEEL: Final = (5, 4, 3, 2, 1)
# Which two of seven cards go in front, and which five behind.
_PLACES: Final = tuple(
    (front, tuple(n for n in range(7) if n not in front)) for front in combinations(range(7), 2)
)


@dataclass(frozen=True, slots=True)
class PaiGowRules:
    """What a room decides: what the joker may be, and where 5-4-3-2-A stands among straights."""

    joker: Literal["full", "limited"]
    wheel: Literal["lowest", "second"]


@dataclass(frozen=True, slots=True)
class SetHand:
    """Seven cards as set: two in front, five behind."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]


class SetRank(NamedTuple):
    """Strengths of both parts of a set hand."""

    front: HandRank
    back: HandRank

    @property
    def foul(self) -> bool:
        """Whether the front outranks the back."""
        return self.front > self.back


class Outcome(StrEnum):
    """A player's result against the bank."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


def back_rank(cards: Sequence[Card], rules: PaiGowRules) -> HandRank:
    """Rank the five cards behind; a joker takes the best card the rules allow it."""
    require_hand(cards, 5, joker=True)
    return _rank_back(cards, rules)


def front_rank(cards: Sequence[Card], rules: PaiGowRules, back: HandRank | None = None) -> HandRank:
    """Rank the two cards in front; a wild joker is the best card that does not outrank `back`."""
    require_hand(cards, 2, joker=True)
    return _rank_front(cards, rules, back)


def rank_set(hand: SetHand, rules: PaiGowRules) -> SetRank:
    """Rank both parts of a set hand."""
    require_hand(hand.front, 2, joker=True)
    require_hand((*hand.front, *hand.back), 7, joker=True)
    back = _rank_back(hand.back, rules)
    return SetRank(_rank_front(hand.front, rules, back), back)


def rank_splits(cards: Sequence[Card], rules: PaiGowRules) -> list[tuple[SetHand, SetRank]]:
    """Every way to set seven cards, fouls included, with its strengths."""
    require_hand(cards, 7, joker=True)
    splits = []
    for front, behind in _PLACES:
        hand = SetHand(tuple([cards[n] for n in front]), tuple([cards[n] for n in behind]))
        back = _rank_back(hand.back, rules)
        splits.append((hand, SetRank(_rank_front(hand.front, rules, back), back)))
    return splits


def is_foul(hand: SetHand, rules: PaiGowRules) -> bool:
    """Whether seven cards are set wrongly: not two and five, or the front outranks the back."""
    require_hand((*hand.front, *hand.back), 7, joker=True)
    return len(hand.front) != 2 or rank_set(hand, rules).foul


def compare(player: SetHand, bank: SetHand, rules: PaiGowRules) -> Outcome:
    """Decide a player's wager against the bank; an equal part is a copy and goes to the bank."""
    if is_foul(bank, rules):
        raise HandError("the bank's hand is fouled; set it again, two in front below five behind")
    if is_foul(player, rules):
        return Outcome.LOSE
    ours, theirs = rank_set(player, rules), rank_set(bank, rules)
    won = (ours.front > theirs.front) + (ours.back > theirs.back)
    return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[won]


def _rank_back(cards: Sequence[Card], rules: PaiGowRules) -> HandRank:
    if Card.JOKER not in cards:
        return _place_wheel(best_five(cards), rules.wheel)
    others = [card for card in cards if card is not Card.JOKER]
    values = tuple(sorted(VALUE[card] for card in others))
    return _with_joker(values, len({card.suit for card in others}) == 1, rules)


def _rank_front(cards: Sequence[Card], rules: PaiGowRules, back: HandRank | None) -> HandRank:
    if Card.JOKER not in cards:
        return _pair_or_high(VALUE[cards[0]], VALUE[cards[1]])
    other = next(VALUE[card] for card in cards if card is not Card.JOKER)
    lowest = LOWEST if rules.joker == "full" else ACE
    options = [_pair_or_high(other, value) for value in range(lowest, ACE + 1)]
    legal = [rank for rank in options if back is None or rank <= back]
    return max(legal or options)


def _pair_or_high(one: int, other: int) -> HandRank:
    if one == other:
        return HandRank(Category.PAIR, (one,))
    return HandRank(Category.HIGH_CARD, (max(one, other), min(one, other)))


def _place_wheel(rank: HandRank, wheel: Literal["lowest", "second"]) -> HandRank:
    if wheel == "lowest" or rank.category not in _STRAIGHTS or rank.values != _WHEEL:
        return rank
    # Read with the ace first it beats king high and loses to A-K-Q-J-10.
    return HandRank(rank.category, (ACE, 5, 4, 3, 2))


@cache
def _with_joker(values: tuple[int, ...], suited: bool, rules: PaiGowRules) -> HandRank:
    if values == (ACE,) * 4:
        return FIVE_ACES
    return max(_joker_ranks(values, suited, rules))


def _joker_ranks(values: tuple[int, ...], suited: bool, rules: PaiGowRules) -> Iterator[HandRank]:
    for value in range(LOWEST, ACE + 1):
        if values.count(value) == 4:
            continue
        rank = rank_values((*values, value), suited=suited and value not in values)
        if rules.joker == "full" or value == ACE or rank.category in _COMPLETED:
            yield _place_wheel(rank, rules.wheel)
