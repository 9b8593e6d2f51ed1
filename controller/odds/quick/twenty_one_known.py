"""What the rules say of a twenty-one hand, asked once for each hand and remembered by its ranks."""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.twenty_one.hand_rules import (
    CARD,
    STAND,
    USUAL_STAND,
    ended_by_itself,
    options,
)
from controller.families.twenty_one.parts import BankCards, Hands, up_card
from controller.families.twenty_one.sections import TwentyOne, TwentyOneGame
from controller.families.twenty_one.side_bets import BankHand, Seen, paying_line
from controller.families.twenty_one.values import HandCount, chart_row, count_hand
from controller.simulate.strategies.drawing import wishes
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState

Cards = tuple[Card, ...]
# Side bets see suits: so many hands are remembered, and the oldest forgotten.
MOST_REMEMBERED: Final = 1 << 18
OF_SEAT: Final = frozenset({"first-two", "hand"})
_rank_of: Final = {card: card.rank for card in Card}.__getitem__


class BankStand(NamedTuple):
    """The bank's hand as far as it has come: its count, and whether it takes a card."""

    total: HandCount
    draws: bool


class Known:
    """One game's answers; suits change none of them but those of side bets."""

    def __init__(self, game: TwentyOneGame) -> None:
        self.game = game
        self.rule = game.twenty_one
        self.is_watched = any(wager.is_on_the_bank for wager in game.wagers)
        self._asked = [wager for wager in game.wagers if wager.lines]
        lines = [line for wager in self._asked for line in wager.lines.values()]
        self._is_bank_asked = any(line.matches or line.of not in OF_SEAT for line in lines)
        self._next: dict[Hashable, str] = {}
        self._bank: dict[tuple[int, ...], BankStand] = {}
        self._counts: dict[tuple[int, ...], HandCount] = {}
        self._lines = lru_cache(MOST_REMEMBERED)(self._lines_of)

    def next_of(self, bank: BankCards, hands: Sequence[SeatHand], place: int) -> str:
        """What the hand in this place does next, or how it has ended."""
        _seat, cards, *rest = hands[place]
        key = (*map(_rank_of, cards), None, *map(_rank_of, bank.cards), *rest[:3], len(hands))
        found = self._next.get(key)
        if found is None:
            found = self._next[key] = _next_of(self.rule, bank, hands, place)
        return found

    def bank_hand(self, cards: Cards) -> BankStand:
        """What the bank's hand counts, and whether it draws: by its chart, else as usual."""
        key = tuple(map(_rank_of, cards))
        found = self._bank.get(key)
        if found is None:
            count = count_hand(self.rule.totals.scale, cards)
            found = self._bank[key] = BankStand(count, bank_draws(self.rule, cards))
        return found

    def kind(self, first: Cards, hands: Sequence[SeatHand], bank: Cards) -> Hashable:
        """What the verdicts look at: counts, numbers of cards, doubling, and lines shown."""
        is_split = len(hands) > 1
        ours = tuple([self._of_hand(hand, is_split) for hand in hands])
        theirs = self.bank_hand(bank).total, tuple(map(_rank_of, bank)) == (8, 8, 8)
        if not self._asked:
            return ours, theirs
        asked = bank if self._is_bank_asked else ()
        return ours, theirs, self._lines(first, first if is_split else hands[0].cards, asked)

    def _of_hand(self, hand: SeatHand, is_split: bool) -> Hashable:
        key = (is_split, *map(_rank_of, hand.cards))
        count = self._counts.get(key)
        if count is None:
            scale = self.rule.totals.scale
            count = self._counts[key] = count_hand(scale, hand.cards, is_split)
        is_all_jokers = count.is_natural and not any(key)
        return count, len(hand.cards), hand.doubled, is_all_jokers

    def _lines_of(self, first: Cards, hand: Cards, bank: Cards) -> tuple[str | None, ...]:
        scale = self.rule.totals.scale
        shown = BankHand(bank, up_card(self.rule.deal, bank), count_hand(scale, bank))
        seen = Seen(scale, first, hand, shown)
        return tuple([paying_line(wager, seen) for wager in self._asked])


def _next_of(rule: TwentyOne, bank: BankCards, hands: Sequence[SeatHand], place: int) -> str:
    current, hand = RoundState(1), hands[place]
    current.put(bank)
    current.put(Hands(tuple(hands), place))
    ended = ended_by_itself(rule, current, hand)
    if ended:
        return ended
    up = up_card(rule.deal, bank.dealt)
    wanted = wishes(rule, hand, min(up.rank, 10) if up else 0)
    act = _chosen(options(rule, current, hand), wanted)
    return "stood" if act == STAND else act


def _chosen(may: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    return CARD if len(may) == 1 else next((wish for wish in wanted if wish in may), may[0])


def bank_draws(rule: TwentyOne, cards: Cards) -> bool:
    """Tell whether the bank takes a card: by its chart, or where it may choose to the usual."""
    count = count_hand(rule.totals.scale, cards)
    if count.is_over or count.is_natural:
        return False
    row = chart_row(rule.charts.bank, count)
    return row.must == "hit" if row else count.points < USUAL_STAND
