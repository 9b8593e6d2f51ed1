"""Drawing games: when a hand takes a card, stands, doubles or splits."""

from collections.abc import Sequence
from typing import Final

from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.families.nine.steps import NineHands
from controller.families.nine.values import total_of
from controller.families.twenty_one.hand_rules import CARD, DOUBLE, SPLIT, STAND, count_of
from controller.families.twenty_one.parts import BankCards, Hands, rule_of, up_card
from controller.families.twenty_one.sections import TwentyOne
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState

# Nine: a hand draws to five.
DRAWS_TO: Final = 5
# Twenty-one: a bank that shows two to six may well go over, so a hand of twelve stands.
WEAK: Final = range(2, 7)
STANDS_WEAK, STANDS, STANDS_SOFT = 12, 17, 18
DOUBLES: Final = (10, 11)
DOUBLES_AGAINST: Final = range(2, 10)
SPLITS: Final = (1, 8)


def draw_nine(_table: TableState, current: RoundState, may: Sequence[Expectation]) -> Expectation:
    """A fourth card for a hand of few points."""
    part = current.get(NineHands)
    cards = part.bank if may[0].hand == "bank" else part.hands[part.acting].cards
    return _first(may, CARD if draws_fourth(cards) else STAND)


def draws_fourth(cards: tuple[Card, ...]) -> bool:
    """Tell whether a hand of nine takes a fourth card."""
    return total_of(cards) <= DRAWS_TO


def play_hand(table: TableState, current: RoundState, may: Sequence[Expectation]) -> Expectation:
    """What a hand of twenty-one does against the bank's face-up card."""
    rule, part = rule_of(table), current.get(Hands)
    up = up_card(rule.deal, current.get(BankCards).dealt)
    if may[0].hand == "bank" or part.acting >= len(part.hands):
        return may[0]
    hand, shown = part.hands[part.acting], min(up.rank, 10) if up else 0
    return _first(may, *wishes(rule, hand, shown))


def wishes(rule: TwentyOne, hand: SeatHand, shown: int) -> tuple[str, ...]:
    """What the hand would do, the most wanted first."""
    count = count_of(rule, hand)
    points = count.points
    stands = STANDS_SOFT if count.is_soft else STANDS_WEAK if shown in WEAK else STANDS
    drawn = (STAND, CARD) if points >= stands else (CARD, STAND)
    if _is_pair(hand.cards) and hand.cards[0].rank in SPLITS:
        return (SPLIT, *drawn)
    if not count.is_soft and points in DOUBLES and shown in DOUBLES_AGAINST and not hand.doubled:
        return (DOUBLE, *drawn)
    return drawn


def _is_pair(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and cards[0].rank == cards[1].rank


def _first(may: Sequence[Expectation], *wishes: str) -> Expectation:
    """The first wish that is allowed, else the usual."""
    allowed = {wanted.event: wanted for wanted in reversed(may)}
    return next((allowed[wish] for wish in wishes if wish in allowed), may[0])
