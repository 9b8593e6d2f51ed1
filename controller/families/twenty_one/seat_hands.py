"""Twenty-one, the players' turn: hand after hand, each as far as the room's rules let it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from config.twenty_one import TwentyOne
from controller.facts.events import (
    CardDrawn,
    HandDoubled,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
)
from controller.families.twenty_one.hand_rules import (
    CARD,
    DOUBLE,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    count_of,
    ended_by_itself,
    options,
    rule_of,
)
from controller.families.twenty_one.values import in_words
from controller.table.state import Irregular, RoundState, SeatHand, TableState, Wanted
from controller.table.steps.step import DONE, Outcome, Step

HandAct = CardDrawn | HandStood | HandDoubled | HandSplit | HandSurrendered | HandRescued
VERBS: Final = {
    CARD: "takes a card",
    STAND: "stands",
    DOUBLE: "doubles",
    SPLIT: "splits",
    SURRENDER: "surrenders",
    RESCUE: "rescues the last doubling",
}


def _is_due(_table: TableState, current: RoundState) -> bool:
    return not current.natural and any(not hand.ended for hand in current.hands)


def _begin(table: TableState, current: RoundState) -> None:
    """Give the turn to the first hand that may still act, if there is one."""
    hands = current.hands
    current.acting = next((n for n, hand in enumerate(hands) if not hand.ended), len(hands))
    if current.acting < len(hands):
        current.may = options(rule_of(table), current, hands[current.acting])


def _wanted(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    rule, hand = rule_of(table), current.hands[current.acting]
    count = count_of(rule, hand)
    points = 0 if rule.deal.players == "down" else count.points
    return _wanted_of(hand.seat, points, count.is_soft, current.may)


@lru_cache(maxsize=4096)
def _wanted_of(seat: int, points: int, is_soft: bool, may: tuple[str, ...]) -> tuple[Wanted, ...]:
    held = f" ({'soft' if is_soft else 'hard'} {points})" if points else ""
    return tuple(Wanted(act, f"Seat {seat}{held} {VERBS[act]}", seat, "player") for act in may)


def _act(table: TableState, current: RoundState, event: HandAct, forced: bool) -> Outcome:
    hand = current.hands[current.acting]
    wrong = _fault(rule_of(table), current, hand, event)
    if wrong and not forced:
        return wrong
    after = _ACTS[event.kind](hand, event)
    if wrong and rule_of(table).results.misplayed_loses:
        after = (after[0]._replace(ended="misplayed"), *after[1:])
    _replace(table, current, after)
    _begin(table, current)
    return DONE if current.acting == len(current.hands) else None


def _fault(
    rule: TwentyOne, current: RoundState, hand: SeatHand, event: HandAct
) -> Irregular | None:
    if not isinstance(event, CardDrawn) and event.seat not in (None, hand.seat):
        return Irregular("hand-out-of-turn", f"seat {event.seat} {VERBS[event.kind]}")
    if event.kind in current.may:
        return None
    seen = f"seat {hand.seat}, {in_words(rule.totals, count_of(rule, hand))}, {VERBS[event.kind]}"
    if isinstance(event, CardDrawn):
        return Irregular("card-after-double" if hand.doubled else "card-on-must-stand", seen)
    if event.kind == STAND and not hand.card_due and len(hand.cards) > 1:
        return Irregular("stood-on-must-hit", seen)
    return _refusal(event.kind, seen)


def _refusal(act: str, seen: str) -> Irregular:
    if act == DOUBLE:
        return Irregular("double-not-allowed", seen)
    if act == SPLIT:
        return Irregular("split-not-allowed", seen)
    if act == SURRENDER:
        return Irregular("surrender-not-allowed", seen)
    return Irregular("entry-refused", seen)


def _replace(table: TableState, current: RoundState, after: tuple[SeatHand, ...]) -> None:
    """Put the acting hand's successors in its place, then close those that are complete."""
    rule, place = rule_of(table), current.acting
    before, behind = current.hands[:place], current.hands[place + 1 :]
    current.hands = (*before, *after, *behind)
    closed = (
        hand if hand.ended else hand._replace(ended=ended_by_itself(rule, current, hand))
        for hand in after
    )
    current.hands = (*before, *closed, *behind)


def _draw(hand: SeatHand, event: CardDrawn) -> tuple[SeatHand, ...]:
    return (hand._replace(cards=(*hand.cards, event.card), card_due=False),)


def _ends(word: str) -> Callable[..., tuple[SeatHand, ...]]:
    return lambda hand, _event: (hand._replace(ended=word, card_due=False),)


def _double(hand: SeatHand, _event: HandDoubled) -> tuple[SeatHand, ...]:
    return (hand._replace(doubled=hand.doubled + 1, card_due=True),)


def _split(hand: SeatHand, _event: HandSplit) -> tuple[SeatHand, ...]:
    return tuple(SeatHand(hand.seat, (card,), is_split=True) for card in hand.cards)


_ACTS: Final[dict[str, Callable[..., tuple[SeatHand, ...]]]] = {
    CARD: _draw,
    STAND: _ends("stood"),
    DOUBLE: _double,
    SPLIT: _split,
    SURRENDER: _ends("surrendered"),
    RESCUE: _ends("rescued"),
}
HANDS = Step(
    "hands",
    frozenset({CardDrawn, HandStood, HandDoubled, HandSplit, HandSurrendered, HandRescued}),
    _wanted,
    _act,
    _begin,
    _is_due,
)
