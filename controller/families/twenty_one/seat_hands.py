"""Twenty-one, the players' turn: hand after hand, each as far as the room's rules let it."""

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Final

from controller.facts.decisions import Expectation
from controller.facts.events import (
    CardDrawn,
    HandDoubled,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
)
from controller.facts.phrase import Phrase, phrase
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
)
from controller.families.twenty_one.parts import BankCards, Hands, hands_of, rule_of
from controller.families.twenty_one.sections import Doubling
from controller.families.twenty_one.values import count_words
from controller.table.family import DONE, Step, StepResult
from controller.table.placed_wagers import amount_of
from controller.table.seat_hand import HandEnd, SeatHand
from controller.table.state import Irregular, RoundState, Rules, TableState, expect

HandAct = CardDrawn | HandStood | HandDoubled | HandSplit | HandSurrendered | HandRescued
BASE: Final = "base"
CODES: Final = {
    CARD: "seat-takes-card",
    STAND: "seat-stands",
    DOUBLE: "seat-doubles",
    SPLIT: "seat-splits",
    SURRENDER: "seat-surrenders",
    RESCUE: "seat-rescues",
}


def _is_due(_table: TableState, current: RoundState) -> bool:
    natural = current.get(BankCards).natural
    return not natural and any(not hand.ended for hand in hands_of(current))


def _begin(table: TableState, current: RoundState) -> None:
    held = current.get(Hands)
    _give_turn(table, current, held.hands, held.early)


def _give_turn(
    table: TableState, current: RoundState, hands: tuple[SeatHand, ...], early: frozenset[int]
) -> StepResult:
    """Let the first hand act that may still do something; one that may not has ended."""
    rule = rule_of(table)
    # Whether a hand may split again depends on how many there are by now.
    current.put(Hands(hands, early=early))
    for place, hand in enumerate(hands):
        if hand.ended:
            continue
        may = options(rule, current, hand)
        if may:
            current.put(Hands(hands, place, may, early))
            return None
        ended = hand._replace(ended=ended_by_itself(rule, hand))
        hands = (*hands[:place], ended, *hands[place + 1 :])
    current.put(Hands(hands, len(hands), early=early))
    return DONE


def _wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    rule, (hands, acting, may, _early) = rule_of(table), current.get(Hands)
    hand = hands[acting]
    held = () if rule.deal.players == "down" else count_words(rule.totals, count_of(rule, hand))
    return _acts_wanted(hand.seat, held, may)


@lru_cache(maxsize=2048)
def _acts_wanted(seat: int, held: tuple[str, ...], may: tuple[str, ...]) -> tuple[Expectation, ...]:
    return tuple(expect(act, CODES[act], seat, "player", held=held) for act in may)


def _act(table: TableState, current: RoundState, event: HandAct, forced: bool) -> StepResult:
    hands, acting, _may, early = current.get(Hands)
    hand = hands[acting]
    wrong = _fault(table, current, hand, event)
    if wrong and not forced:
        return wrong
    after = ACTS[event.kind](hand, event)
    if wrong and rule_of(table).results.misplayed_loses:
        after = (after[0]._replace(ended="misplayed"), *after[1:])
    return _give_turn(table, current, (*hands[:acting], *after, *hands[acting + 1 :]), early)


def _fault(
    table: TableState, current: RoundState, hand: SeatHand, event: HandAct
) -> Irregular | None:
    rule = rule_of(table)
    if not isinstance(event, CardDrawn) and event.seat not in (None, hand.seat):
        other = phrase("hand-did", seat=event.seat, held=(), act=event.kind)
        return Irregular("hand-out-of-turn", seen=other)
    if event.kind in current.get(Hands).may and _less(event) is None:
        return None
    held = count_words(rule.totals, count_of(rule, hand))
    seen = phrase("hand-did", seat=hand.seat, held=held, act=event.kind)
    if event.kind in current.get(Hands).may:
        return _doubling_fault(table, current, hand, _less(event), seen)
    if isinstance(event, CardDrawn):
        return Irregular("card-after-double" if hand.doubled else "card-on-must-stand", seen=seen)
    if event.kind == STAND and not hand.card_due and len(hand.cards) > 1:
        return Irregular("stood-on-must-hit", seen=seen)
    return _refusal(event.kind, seen)


def _less(event: HandAct) -> Decimal | None:
    return event.less if isinstance(event, HandDoubled) else None


def _doubling_fault(
    table: TableState, current: RoundState, hand: SeatHand, less: Decimal | None, seen: Phrase
) -> Irregular | None:
    """Doubling for less, where it is allowed, is for no more than the wager, and for how little."""
    double = rule_of(table).double
    if double is None or double.way != "for-less":
        return Irregular("double-not-allowed", seen=seen)
    base, least = amount_of(current, hand.seat, BASE), _least(table.rules, double)
    if less is None or (less > 0 and least <= less and (base is None or less <= base)):
        return None
    code = "double-at-least" if less < least or base is None else "double-at-most"
    amount = least if code == "double-at-least" else base
    return Irregular("double-not-allowed", phrase(code, amount=str(amount), less=str(less)), seen)


def _least(rules: Rules, double: Doubling) -> Decimal:
    """The least a doubling may add: the table's minimum, or without a table the book's lowest."""
    if double.least is None:
        return Decimal(0)
    lowest = min((option.minimum[0] for option in rules.game.fees), default=Decimal(0))
    return Decimal(rules.limits[0]) if rules.limits else lowest


def _refusal(act: str, seen: Phrase) -> Irregular:
    if act == DOUBLE:
        return Irregular("double-not-allowed", seen=seen)
    if act == SPLIT:
        return Irregular("split-not-allowed", seen=seen)
    if act == SURRENDER:
        return Irregular("surrender-not-allowed", seen=seen)
    return Irregular("entry-refused", seen=seen)


def _draw(hand: SeatHand, event: CardDrawn) -> tuple[SeatHand, ...]:
    return (hand._replace(cards=(*hand.cards, event.card), card_due=False),)


def _ends(word: HandEnd) -> Callable[..., tuple[SeatHand, ...]]:
    return lambda hand, _event: (hand._replace(ended=word, card_due=False),)


def _double(hand: SeatHand, event: HandDoubled) -> tuple[SeatHand, ...]:
    return (hand._replace(doubled=hand.doubled + 1, card_due=True, less=event.less),)


def _split(hand: SeatHand, _event: HandSplit) -> tuple[SeatHand, ...]:
    dealt = hand.dealt or hand.cards
    return tuple(SeatHand(hand.seat, (card,), is_split=True, dealt=dealt) for card in hand.cards)


ACTS: Final[dict[str, Callable[..., tuple[SeatHand, ...]]]] = {
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
    needs="twenty_one",
    part=Hands,
)
