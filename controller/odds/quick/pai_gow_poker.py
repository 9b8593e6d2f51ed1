"""Quick rounds of pai gow poker: both sides set the house way, and which parts win is the kind."""

from functools import cache, partial
from typing import Final

import numpy as np

from config.charts import card_chart
from config.game import Game
from controller.facts.cards import SUITS, Card
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_poker.setting import set_house_way
from controller.families.pai_gow_poker.values import PaiGowRules, rank_set
from controller.hands.five_card import HandRank
from controller.odds.quick.place import (
    CARDS,
    Batch,
    Deal,
    Faces,
    Numbers,
    cards_of,
    shuffled,
    whole_deck,
)
from controller.odds.quick.unseen import laid_out
from controller.simulate.unseen import CARD_CHART

HELD: Final = 7
FLUSH: Final = 5
RANKS: Final = 13
# A hand's code: three bits for each rank and the joker, then a bit for each rank of its flush.
RANK_CODES: Final[Numbers] = np.array([1 << 3 * card.rank for card in CARDS])
FLUSH_AT: Final = 3 * (RANKS + 1)
RANK_BITS: Final[Numbers] = np.array([1 << card.rank >> 1 for card in CARDS])
# The joker is of every suit.
IS_OF: Final = np.array(
    [[card is Card.JOKER or card.suit == suit for card in CARDS] for suit in SUITS]
)


class SetHands:
    """Both parts of hands set the house way, remembered by their ranks and by their flush."""

    def __init__(self, chart: str, rules: PaiGowRules) -> None:
        self._chart, self._rules = card_chart(chart), rules
        self._known: dict[int, tuple[int, int]] = {}

    def of(self, cards: Faces) -> Numbers:
        """The strengths of both parts of every hand, the front first."""
        codes, first, at = np.unique(_codes(cards), return_index=True, return_inverse=True)
        known = self._known
        for code, row in zip(codes.tolist(), first.tolist(), strict=True):
            if code not in known:
                known[code] = self._ranked(cards_of(cards[row]))
        found: Numbers = np.array([known[code] for code in codes.tolist()])[at]
        return found

    def _ranked(self, cards: tuple[Card, ...]) -> tuple[int, int]:
        front, back = rank_set(set_house_way(cards, self._chart, self._rules).hand, self._rules)
        return _number(front), _number(back)


# Rooms that share a chart share what it says.
_set_hands: Final = cache(SetHands)


def _number(rank: HandRank) -> int:
    """A number that stands to others as the rank does."""
    padded = (*rank.values, 0, 0, 0, 0)[:FLUSH]
    number = int(rank.category)
    for value in padded:
        number = number << 4 | value
    return number


def _codes(cards: Faces) -> Numbers:
    """Ranks say how a hand is set, and of a possible flush the ranks of its suit."""
    codes: Numbers = RANK_CODES[cards].sum(axis=1)
    for is_of in IS_OF:
        held = is_of[cards]
        rows = np.nonzero(held.sum(axis=1) >= FLUSH)[0]
        codes[rows] += (RANK_BITS[cards[rows]] * held[rows]).sum(axis=1) << FLUSH_AT
    return codes


def deal_of(game: Game, chance: np.random.PCG64) -> Deal | None:
    """Deal rounds, each from a whole deck; nothing where a wager asks for more of the cards."""
    assert isinstance(game, PaiGowPoker)
    if len(game.wagers) > 1:
        return None
    hands = _set_hands(game.pai_gow.house_way or CARD_CHART, rules_of(game))
    return partial(_deal, game, hands, chance, whole_deck(game))


def _deal(
    game: PaiGowPoker, hands: SetHands, chance: np.random.PCG64, deck: Faces, rounds: int
) -> Batch:
    cards = shuffled(chance, deck, rounds)
    bank, seat = cards[:, :HELD], cards[:, HELD : 2 * HELD]
    won = hands.of(seat) > hands.of(bank)
    kinds: Numbers = won[:, 0] * 2 + won[:, 1]
    return Batch(kinds, lambda place: laid_out(game, bank[place], seat[place], None))
