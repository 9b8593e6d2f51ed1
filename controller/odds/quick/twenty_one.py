"""Quick rounds of twenty-one: one seat's hands by the table's own rules of what a hand may do."""

from collections.abc import Callable
from random import Random
from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.facts.events import HandDoubled, HandSplit
from controller.families.body import DRAWN
from controller.families.twenty_one.hand_rules import DOUBLE, SPLIT
from controller.families.twenty_one.parts import BankCards
from controller.families.twenty_one.seat_hands import ACTS
from controller.families.twenty_one.sections import TwentyOne, TwentyOneGame
from controller.odds.quick.place import BANK, SEAT, Dealt, EndlessShoe, staked
from controller.odds.quick.twenty_one_known import Known
from controller.settlement.finished import BankRound, FinishedRound, PlayedHand, SeatRound
from controller.table.seat_hand import HandEnd, SeatHand

Cards = tuple[Card, ...]
Act = HandDoubled | HandSplit
ENTERED: Final[dict[str, Act]] = {DOUBLE: HandDoubled(), SPLIT: HandSplit()}
ENDS: Final[dict[str, HandEnd]] = {"natural": "natural", "over": "over", "stood": "stood"}


def rounds_of(game: Game, chance: Random) -> Callable[[], Dealt]:
    """Deal round after round from a shoe."""
    assert isinstance(game, TwentyOneGame)
    shoe, known = EndlessShoe(game, chance), Known(game)
    return lambda: _dealt(known, shoe)


def _dealt(known: Known, shoe: EndlessShoe) -> Dealt:
    shoe.begin()
    game, rule, draw = known.game, known.rule, shoe.draw
    first, two = (draw(), draw()), (draw(), draw())
    bank = _face_up(rule, two)
    # Where nobody looks, a natural is found only when the hands have been played.
    is_seen = rule.deal.bank == "up-up" or _shows(bank, rule.deal.peek_on)
    is_over = is_seen and known.bank_hand(two).total.is_natural
    hands = [SeatHand(SEAT, first)] if is_over else _played(known, bank, first, draw)
    plays = known.is_watched or any(hand.ended != "natural" for hand in hands)
    cards = _drawn(known, two, draw) if plays else two
    insured = rule.insurance is not None and _shows(bank, rule.insurance.on)
    kind = known.kind(first, hands, cards), insured
    return Dealt(kind, lambda: _finished(game, first, hands, cards, insured))


def _finished(
    game: TwentyOneGame, first: Cards, hands: list[SeatHand], bank: Cards, insured: bool
) -> FinishedRound:
    seat = SeatRound.model_construct(
        wagers={},
        cards=first,
        hands=tuple(PlayedHand.model_construct(cards=h.cards, doubled=h.doubled) for h in hands),
        insured=insured,
    )
    return staked(game, BankRound.model_construct(seat=BANK, cards=bank), seat)


def _face_up(rule: TwentyOne, dealt: tuple[Card, Card]) -> BankCards:
    """The bank's cards as they lie while the hands are played."""
    first, second = dealt
    match rule.deal.bank:
        case "up-up":
            return BankCards(dealt)
        case "down-up":
            return BankCards((second,), first, is_hole_first=True)
        case "up-later":
            return BankCards((first,))
    return BankCards((first,), second)


def _shows(bank: BankCards, ranks: str) -> bool:
    return bank.hole is not None and bank.cards[0].rank_code in ranks


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
