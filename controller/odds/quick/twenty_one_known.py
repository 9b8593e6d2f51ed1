"""What the rules say of a twenty-one hand, asked once for each hand and remembered by its ranks."""

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.twenty_one.hand_rules import (
    CARD,
    STAND,
    USUAL_STAND,
    count_of,
    ended_by_itself,
    options,
)
from controller.families.twenty_one.parts import BankCards, Hands, up_card
from controller.families.twenty_one.sections import TwentyOne, TwentyOneGame
from controller.families.twenty_one.values import HandCount, chart_row, count_hand
from controller.simulate.strategies.drawing import wishes
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState

Cards = tuple[Card, ...]
_rank_of: Final = {card: card.rank for card in Card}.__getitem__


class BankStand(NamedTuple):
    """The bank's hand as far as it has come: its count, and whether it takes a card."""

    total: HandCount
    draws: bool


class Known:
    """One game's answers; suits change none of them."""

    def __init__(self, game: TwentyOneGame) -> None:
        self.game = game
        self.rule = game.twenty_one
        self.is_watched = any(wager.is_on_the_bank for wager in game.wagers)
        self._next: dict[Hashable, str] = {}
        self._bank: dict[tuple[int, ...], BankStand] = {}

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

    def is_over(self, bank: BankCards, two: Cards) -> bool:
        """Tell whether a natural of the bank ends the round: where nobody looks, none does."""
        is_seen = self.rule.deal.bank == "up-up" or shows(bank, self.rule.deal.peek_on)
        return is_seen and self.bank_hand(two).total.is_natural

    def is_insured(self, bank: BankCards) -> bool:
        """Tell whether insurance is offered, for then it is taken."""
        insurance = self.rule.insurance
        return insurance is not None and shows(bank, insurance.on)

    def count(self, hand: SeatHand) -> HandCount:
        """What a seat's hand counts."""
        return count_of(self.rule, hand)


def face_up(rule: TwentyOne, two: Cards) -> BankCards:
    """The bank's cards as they lie while the hands are played."""
    first, second = two
    match rule.deal.bank:
        case "up-up":
            return BankCards(two)
        case "down-up":
            return BankCards((second,), first, is_hole_first=True)
        case "up-later":
            return BankCards((first,))
    return BankCards((first,), second)


def shows(bank: BankCards, ranks: str) -> bool:
    """Tell whether the bank shows one of these ranks and has another card face down."""
    return bank.hole is not None and bank.cards[0].rank_code in ranks


def _next_of(rule: TwentyOne, bank: BankCards, hands: Sequence[SeatHand], place: int) -> str:
    current, hand = RoundState(1), hands[place]
    current.put(bank)
    current.put(Hands(tuple(hands), place))
    may = options(rule, current, hand)
    if not may:
        return ended_by_itself(rule, hand)
    up = up_card(rule.deal, bank.dealt)
    wanted = wishes(rule, hand, min(up.rank, 10) if up else 0)
    act = _chosen(may, wanted)
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
