"""A told round of twenty-one: what the players did, as far as their hands show it."""

from typing import Final

from controller.facts.cards import Card
from controller.facts.events import (
    CardDrawn,
    Event,
    HandDoubled,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
)
from controller.families.twenty_one import told_dealer
from controller.families.twenty_one.parts import Hands
from controller.families.twenty_one.verdict import hands_of
from controller.settlement.finished import FinishedRound, PlayedHand
from controller.settlement.verdict import RoundError
from controller.table.family import Told
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState

PLAYING: Final = ("hands",)


def is_accepted(state: TableState, told: FinishedRound) -> bool:
    """A hand that was misplayed was let stand so."""
    current = state.round
    if current is None or current.open_steps != PLAYING:
        return False
    _hand, target, _after = _acting(current, told)
    return target is not None and target.misplayed


def ways(state: TableState, told: FinishedRound) -> tuple[Event, ...]:
    """What the hand in turn may have done on the way to what became of it."""
    current = state.round
    if current is None or current.open_steps != PLAYING:
        return ()
    hand, target, after = _acting(current, told)
    if target is None or hand.cards[:1] != target.cards[:1]:
        raise RoundError(f"seat {hand.seat}: its hands do not come from the cards it was dealt")
    if len(hand.cards) == 1:
        cards = dict.fromkeys((*after, *target.cards[1:2]))
        return tuple(CardDrawn(card=card) for card in cards)
    splits = (HandSplit(),) if after and len(hand.cards) == 2 and not hand.doubled else ()
    fits = hand.cards == target.cards[: len(hand.cards)]
    return (*splits, *((_act(hand, target),) if fits else ())) or (HandSplit(),)


def _acting(
    current: RoundState, told: FinishedRound
) -> tuple[SeatHand, PlayedHand | None, tuple[Card, ...]]:
    """The hand whose turn it is, what became of it, and the card a split of it brings."""
    hands, acting, *_more = current.get(Hands)
    hand, finals = hands[acting], hands_of(told.seats[str(hands[acting].seat)])
    own = [place for place, other in enumerate(hands) if other.seat == hand.seat]
    place = own.index(acting)
    is_to_split = len(own) < len(finals)
    after = finals[place + 1].cards[:1] if is_to_split and place + 1 < len(finals) else ()
    return hand, finals[place] if place < len(finals) else None, after


def _act(hand: SeatHand, target: PlayedHand) -> Event:
    """What a hand does next on the way to what it became."""
    if hand.doubled < target.doubled and len(hand.cards) == 2 + hand.doubled and not hand.card_due:
        return HandDoubled(less=target.less)
    if len(hand.cards) < len(target.cards):
        return CardDrawn(card=target.cards[len(hand.cards)])
    if target.surrendered and not target.early:
        return HandSurrendered()
    return HandRescued() if target.rescued else HandStood()


TOLD: Final = Told(
    card=told_dealer.card,
    ways=ways,
    deeds=told_dealer.DEEDS,
    habits=told_dealer.habits,
    is_accepted=is_accepted,
    require_done=told_dealer.require_all_done,
    sections=told_dealer.SECTIONS,
    section="twenty_one.charts",
)
