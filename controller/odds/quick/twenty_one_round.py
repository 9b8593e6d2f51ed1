"""One quick round of twenty-one, card by card, by the table's own rules of what a hand may do."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.facts.events import HandDoubled, HandSplit
from controller.families.body import DRAWN
from controller.families.twenty_one.hand_rules import DOUBLE, SPLIT
from controller.families.twenty_one.parts import BankCards
from controller.families.twenty_one.seat_hands import ACTS
from controller.odds.quick.place import BANK, SEAT, staked
from controller.odds.quick.twenty_one_known import Cards, Known, face_up
from controller.settlement.finished import BankRound, FinishedRound, PlayedHand, SeatRound
from controller.table.seat_hand import HandEnd, SeatHand

Act = HandDoubled | HandSplit
ENTERED: Final[dict[str, Act]] = {DOUBLE: HandDoubled(), SPLIT: HandSplit()}
ENDS: Final[dict[str, HandEnd]] = {"natural": "natural", "over": "over", "stood": "stood"}


class Round(NamedTuple):
    """A seat's first two cards, its hands and the bank's as they were played."""

    first: Cards
    hands: tuple[SeatHand, ...]
    bank: Cards
    is_insured: bool


def play_round(known: Known, cards: Iterable[Card]) -> Round:
    """Play a round with these cards, as far as it needs them."""
    draw = iter(cards).__next__
    first, two = (draw(), draw()), (draw(), draw())
    bank = face_up(known.rule, two)
    is_over = known.is_over(bank, two)
    hands = [SeatHand(SEAT, first)] if is_over else _played(known, bank, first, draw)
    plays = known.is_watched or any(hand.ended != "natural" for hand in hands)
    theirs = _drawn(known, two, draw) if plays else two
    return Round(first, tuple(hands), theirs, known.is_insured(bank))


def laid_out(known: Known, played: Round) -> FinishedRound:
    """A round as it lies there."""
    hands = (PlayedHand.model_construct(cards=h.cards, doubled=h.doubled) for h in played.hands)
    seat = SeatRound.model_construct(
        wagers={}, cards=played.first, hands=tuple(hands), insured=played.is_insured
    )
    return staked(known.game, BankRound.model_construct(seat=BANK, cards=played.bank), seat)


def _played(
    known: Known, bank: BankCards, first: Cards, draw: Callable[[], Card]
) -> list[SeatHand]:
    """Play the hands of a seat one after another, those of splits where they come to lie."""
    hands, place = [SeatHand(SEAT, first)], 0
    while place < len(hands):
        hand, act = hands[place], known.next_of(bank, hands, place)
        if act in ENDS:
            hands[place] = hand._replace(ended=ENDS[act])
            place += 1
        else:
            hands[place : place + 1] = ACTS[act](hand, ENTERED.get(act) or DRAWN[draw()])
    return hands


def _drawn(known: Known, cards: Cards, draw: Callable[[], Card]) -> Cards:
    while known.bank_hand(cards).draws:
        cards = (*cards, draw())
    return cards
