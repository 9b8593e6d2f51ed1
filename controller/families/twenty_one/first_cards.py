"""Twenty-one, the deal: two cards to every hand, the bank's last."""

from functools import lru_cache

from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.facts.events import CardDrawn
from controller.facts.seats import around, next_seat
from controller.families.twenty_one.hand_rules import ended_by_itself, options
from controller.families.twenty_one.parts import (
    BankCards,
    Hands,
    give_bank,
    rule_of,
)
from controller.families.twenty_one.sections import TwentyOne
from controller.families.twenty_one.values import count_hand
from controller.table.family import DONE, Step, StepResult
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState, expect


def _begin(table: TableState, current: RoundState) -> None:
    """Seats with a wager in dealing order; the bank comes last in each lap."""
    rule, rules, bank = rule_of(table), table.rules, table.bank.seat
    first = 1 if rule.deal.start == "house-left" else next_seat(bank, rules.seats)
    order = around(first, rules.seats)
    hands = tuple(SeatHand(seat) for seat in order if seat in current.betting.wagers)
    current.put(Hands(hands))
    current.put(BankCards())


def _cards_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    deal, lap, (hands, acting, *_rest) = rule_of(table).deal, _lap(current), current.get(Hands)
    if acting < len(hands):
        return _seat_wanted(lap, hands[acting].seat, deal.players)
    return _bank_wanted(lap, deal.bank.split("-")[lap - 1])


@lru_cache(maxsize=64)
def _seat_wanted(lap: int, seat: int, face: str) -> tuple[Expectation, ...]:
    return (expect("card_drawn", "card-to-seat", seat, "player", nth=lap, face=face),)


@lru_cache(maxsize=8)
def _bank_wanted(lap: int, face: str) -> tuple[Expectation, ...]:
    hand = "hole" if face == "down" else "bank"
    return (expect("card_drawn", "card-to-bank", None, hand, nth=lap, face=face),)


def _lap(current: RoundState) -> int:
    hands = current.get(Hands).hands
    is_first = len(hands[-1].cards) < 2 and not _bank_has_one(current)
    return 1 if not hands[0].cards or is_first else 2


def _bank_has_one(current: RoundState) -> bool:
    bank = current.get(BankCards)
    return bool(bank.cards or bank.hole)


def _deal(table: TableState, current: RoundState, event: CardDrawn, _forced: bool) -> StepResult:
    rule, (hands, place, *_rest) = rule_of(table), current.get(Hands)
    if place < len(hands):
        hand = hands[place]
        dealt = SeatHand(hand.seat, (*hand.cards, event.card))
        current.put(Hands((*hands[:place], dealt, *hands[place + 1 :]), place + 1))
        is_last = place + 1 == len(hands) and len(dealt.cards) == 2
        return _complete(rule, current) if is_last and rule.deal.bank == "up-later" else None
    lap = _lap(current)
    _give_bank(table, current, event.card, lap)
    current.put(Hands(hands))
    return _complete(rule, current) if lap == 2 else None


def _give_bank(table: TableState, current: RoundState, card: Card, lap: int) -> None:
    """A face-down card stays out of everything that is shown; a second one up is the button's."""
    rule, bank = rule_of(table), current.get(BankCards)
    if rule.deal.bank.split("-")[lap - 1] == "down":
        current.put(bank._replace(hole=card, is_hole_first=lap == 1))
        return
    bank = bank._replace(cards=(*bank.cards, card))
    if rule.deal.bank == "up-up" and lap == 2:
        bank = bank._replace(natural=count_hand(rule.totals.scale, bank.cards).is_natural)
    give_bank(table, current, bank)


def _complete(rule: TwentyOne, current: RoundState) -> StepResult:
    """Close the hands that can take nothing more."""
    hands = [
        hand if options(rule, current, hand) else hand._replace(ended=ended_by_itself(rule, hand))
        for hand in current.get(Hands).hands
    ]
    current.put(Hands(tuple(hands)))
    return DONE


FIRST_CARDS = Step(
    "first-cards",
    frozenset({CardDrawn}),
    _cards_wanted,
    _deal,
    _begin,
    needs="twenty_one",
    part=Hands,
)
