"""What a twenty-one hand may do now: the room's charts, doubling, splitting and surrender."""

from typing import Final

from controller.facts.cards import Card
from controller.families.twenty_one.parts import BankCards, hands_of, rule_of
from controller.families.twenty_one.sections import TwentyOne
from controller.families.twenty_one.values import (
    HandCount,
    chart_row,
    count_hand,
    is_same_pair,
)
from controller.table.seat_hand import HandEnd, SeatHand
from controller.table.state import RoundState, TableState

CARD, STAND, DOUBLE, SPLIT, SURRENDER, RESCUE = (
    "card_drawn",
    "hand_stood",
    "hand_doubled",
    "hand_split",
    "hand_surrendered",
    "hand_rescued",
)
# What a hand without better advice does: draw below this, stand from it on.
USUAL_STAND = 17
# What a hand lying face down may do, in an order that tells nothing of its cards.
FACE_DOWN: Final = (STAND, CARD)


def count_of(rule: TwentyOne, hand: SeatHand) -> HandCount:
    """Count a player's hand."""
    return count_hand(rule.totals.scale, hand.cards, hand.is_split)


def has_natural(table: TableState, current: RoundState) -> bool:
    """Tell whether a player was dealt a natural, whatever became of the hand."""
    rule = rule_of(table)
    return any(count_of(rule, hand).is_natural for hand in hands_of(current))


def options(rule: TwentyOne, current: RoundState, hand: SeatHand) -> tuple[str, ...]:
    """List what a hand may do, the usual play first; empty when it can do nothing more."""
    if hand.card_due or len(hand.cards) < 2:
        return (CARD,)
    if rule.deal.players == "down":
        return FACE_DOWN
    count = count_of(rule, hand)
    if count.is_natural or count.is_over:
        return ()
    extras = _extras(rule, current, hand, count)
    must = "stand" if hand.doubled else _must(rule, hand, count)
    if must == "stand":
        return (STAND, *extras) if extras else ()
    if must == "hit":
        return (CARD, *extras)
    usual = (CARD, STAND) if count.points < USUAL_STAND else (STAND, CARD)
    return (*usual, *extras)


def ended_by_itself(rule: TwentyOne, hand: SeatHand) -> HandEnd:
    """Name how a hand ended that can do nothing more, without a word of its player."""
    count = count_of(rule, hand)
    return "natural" if count.is_natural else "over" if count.is_over else "stood"


def _must(rule: TwentyOne, hand: SeatHand, count: HandCount) -> str:
    if _is_split_ace(rule, hand) or (rule.totals.joker_makes and Card.JOKER in hand.cards):
        return "stand"
    row = chart_row(rule.charts.player, count)
    return row.must if row else ""


def _is_split_ace(rule: TwentyOne, hand: SeatHand) -> bool:
    return (
        hand.is_split
        and hand.cards[0].rank == 1
        and rule.split is not None
        and rule.split.ace_cards == "one"
    )


def _extras(
    rule: TwentyOne, current: RoundState, hand: SeatHand, count: HandCount
) -> tuple[str, ...]:
    """What else the room's rules give a hand, also one that must stand: that forbids a hit only."""
    may = []
    if _may_double(rule, hand):
        may.append(DOUBLE)
    if len(hand.cards) == 2 and _may_split(rule, current, hand):
        may.append(SPLIT)
    if _may_surrender(rule, current, hand, count):
        may.append(SURRENDER)
    if hand.doubled and rule.double is not None and rule.double.rescue:
        may.append(RESCUE)
    return tuple(may)


def _may_double(rule: TwentyOne, hand: SeatHand) -> bool:
    double = rule.double
    if double is None or hand.doubled >= double.times or len(hand.cards) != 2 + hand.doubled:
        return False
    if _is_split_ace(rule, hand) or (hand.is_split and not double.after_split):
        return False
    return double.jokers or Card.JOKER not in hand.cards


def _may_split(rule: TwentyOne, current: RoundState, hand: SeatHand) -> bool:
    split = rule.split
    if split is None or not is_same_pair(split.pairs, *hand.cards):
        return False
    if Card.JOKER in hand.cards and not split.jokers:
        return False
    if hand.is_split and hand.cards[0].rank == 1 and not split.aces_again:
        return False
    held = sum(other.seat == hand.seat for other in hands_of(current))
    return split.most_hands is None or held < split.most_hands


def _may_surrender(rule: TwentyOne, current: RoundState, hand: SeatHand, count: HandCount) -> bool:
    surrender = rule.surrender
    if surrender is None or (hand.is_split and not surrender.after_split):
        return False
    if Card.JOKER in hand.cards and not surrender.jokers:
        return False
    if surrender.unless == "bank-joker-up" and Card.JOKER in current.get(BankCards).cards:
        return False
    if surrender.most is not None:
        return count.points <= surrender.most
    return len(hand.cards) == 2
