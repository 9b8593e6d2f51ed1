"""Poker against a bank: when a hand plays, for how many times its Ante, and when it folds."""

from typing import Final

from controller.facts.cards import DECK, Card
from controller.hands.dealt import ACE, VALUE
from controller.hands.five_card import Category, HandRank, best_five
from controller.hands.three_card import ThreeCardCategory, rank_three_of_many

Cards = tuple[Card, ...]
QUEEN: Final = 12
JACK: Final = 11
TEN: Final = 10
# Three cards play from queen, six and four on; five from ace, king, jack, eight and three on.
LEAST_THREE: Final = (ThreeCardCategory.HIGH_CARD, (QUEEN, 6, 4))
LEAST_FIVE: Final = HandRank(Category.HIGH_CARD, (ACE, 13, JACK, 8, 3))
# The least card beside a king, queen or jack with which two cards play at once: suited, or not.
BESIDE: Final = {13: (2, 5), QUEEN: (6, 8), JACK: (8, TEN)}
# A hand that so many single cards of the bank beat is folded.
MOST_OUTS: Final = 21
FLOP: Final = 3
# Whoever may play for so many times his Ante has seen no card of the community.
MOST_TIMES: Final = 3


def plays_three(cards: Cards) -> bool:
    """Tell whether three cards play on."""
    return rank_three_of_many(cards) >= LEAST_THREE


def plays_five(cards: Cards) -> bool:
    """Tell whether five cards play on."""
    return best_five(cards) >= LEAST_FIVE


def plays_holdem(pocket: Cards, community: Cards, times: int) -> bool:
    """Tell whether two cards play for so many times the Ante: the more, the earlier."""
    if times >= MOST_TIMES:
        return plays_pocket(pocket)
    return plays_river(pocket, community) if times == 1 else plays_flop(pocket, community[:FLOP])


def plays_pocket(pocket: Cards) -> bool:
    """Tell whether two cards play for the most before any other lies there."""
    high, low = sorted((VALUE[card] for card in pocket), reverse=True)
    if high == low:
        return high > 2
    if high == ACE:
        return True
    suited, other = BESIDE.get(high, (ACE, ACE))
    return low >= (suited if pocket[0].suit == pocket[1].suit else other)


def plays_flop(pocket: Cards, flop: Cards) -> bool:
    """Tell whether two cards play when three of the community lie there."""
    if best_five((*pocket, *flop)).category >= Category.TWO_PAIRS:
        return True
    if _has_own_pair(pocket, flop):
        return VALUE[pocket[0]] != VALUE[pocket[1]] or VALUE[pocket[0]] > 2
    return any(_draws_to_flush(card, (*pocket, *flop)) for card in pocket)


def plays_river(pocket: Cards, community: Cards) -> bool:
    """Tell whether two cards play when all five of the community lie there."""
    if _has_own_pair(pocket, community):
        return True
    ours = best_five((*pocket, *community))
    seen = {*pocket, *community}
    outs = [card for card in DECK if card not in seen and best_five((*community, card)) > ours]
    return len(outs) < MOST_OUTS


def _has_own_pair(pocket: Cards, community: Cards) -> bool:
    """Tell whether one of the own cards pairs."""
    values = [VALUE[card] for card in (*pocket, *community)]
    return any(values.count(VALUE[card]) > 1 for card in pocket)


def _draws_to_flush(card: Card, cards: Cards) -> bool:
    """Four of a suit, one of them an own card that is a ten at least."""
    return VALUE[card] >= TEN and sum(other.suit == card.suit for other in cards) >= 4
