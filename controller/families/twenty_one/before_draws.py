"""Twenty-one, before anyone draws: insurance, even money, the look at the bank's other card."""

from collections.abc import Iterator
from typing import Final

from controller.facts.decisions import Expectation
from controller.facts.events import (
    EvenMoneyTaken,
    HandSurrendered,
    HoleChecked,
    InsuranceClosed,
    InsuranceTaken,
)
from controller.facts.phrase import phrase
from controller.families.twenty_one.hand_rules import SURRENDER, count_of, options
from controller.families.twenty_one.parts import BankCards, Hands, Insured, hands_of, rule_of
from controller.families.twenty_one.sections import TwentyOne
from controller.families.twenty_one.values import count_hand, count_words
from controller.table.family import DONE, Step, StepResult
from controller.table.placed_wagers import PlacedWager, add, amount_of
from controller.table.seat_hand import SeatHand
from controller.table.state import Irregular, RoundState, TableState, expect

CLOSE_INSURANCE: Final = expect("insurance_closed", "offer-insurance")
CHECK: Final = expect("hole_checked", "look-at-hole")
Insures = InsuranceTaken | EvenMoneyTaken | InsuranceClosed


def _shows(current: RoundState, ranks: str) -> bool:
    """Tell whether the bank's only face-up card, beside one that nobody sees, is one of these."""
    bank = current.get(BankCards)
    return bank.hole is not None and bank.cards[0].rank_code in ranks


def _insurance_due(table: TableState, current: RoundState) -> bool:
    insurance = rule_of(table).insurance
    return insurance is not None and _shows(current, insurance.on)


def _insurance_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    insurance, (seats, even) = rule_of(table).insurance, current.get(Insured)
    open_hands = [hand for hand in hands_of(current) if hand.seat not in seats | even]
    wanted = [expect("insurance_taken", "seat-insures", hand.seat) for hand in open_hands]
    if insurance is not None and insurance.even_money:
        naturals = [hand.seat for hand in open_hands if hand.ended == "natural"]
        wanted += (expect("even_money_taken", "seat-takes-even-money", s) for s in naturals)
    return (CLOSE_INSURANCE, *wanted)


def _insure(table: TableState, current: RoundState, event: Insures, _forced: bool) -> StepResult:
    if isinstance(event, InsuranceClosed):
        return DONE
    wanted = _insurance_wanted(table, current)
    if (event.kind, event.seat) not in [(each.event, each.seat) for each in wanted]:
        return Irregular("entry-refused")
    seats, even = current.get(Insured)
    if isinstance(event, InsuranceTaken):
        wrong = _amount_fault(table, current, event)
        if wrong:
            return wrong
        current.put(Insured(seats | {event.seat}, even))
        if event.amount is not None:
            add(current, PlacedWager(event.seat, "insurance", event.amount))
    else:
        current.put(Insured(seats, even | {event.seat}))
    return None


def _amount_fault(
    table: TableState, current: RoundState, event: InsuranceTaken
) -> Irregular | None:
    """Insurance is up to half the wager, or exactly that, as far as amounts are entered."""
    rule, base = rule_of(table).insurance, amount_of(current, event.seat, "base")
    if rule is None or base is None or event.amount is None:
        return None
    half, is_exact = base / 2, rule.stake == "half"
    if event.amount == half or (event.amount < half and not is_exact):
        return None
    code = "insurance-exactly" if is_exact else "insurance-at-most"
    return Irregular("entry-refused", phrase(code, amount=str(half), given=str(event.amount)))


# The look at the hole card


def _look_wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    rule = rule_of(table)
    return (
        CHECK,
        *(
            expect(SURRENDER, "seat-surrenders", hand.seat, held=_held(rule, hand))
            for hand in _may_give_up(table, current)
        ),
    )


def _held(rule: TwentyOne, hand: SeatHand) -> tuple[str, ...]:
    return count_words(rule.totals, count_of(rule, hand))


def _may_give_up(table: TableState, current: RoundState) -> Iterator[SeatHand]:
    """The hands that may surrender before the look, where the book gives them that."""
    rule = rule_of(table)
    if rule.surrender is not None and rule.surrender.when == "before-the-look-too":
        for hand in hands_of(current):
            if not hand.ended and SURRENDER in options(rule, current, hand):
                yield hand


def _look(
    table: TableState, current: RoundState, event: HoleChecked | HandSurrendered, forced: bool
) -> StepResult:
    if isinstance(event, HandSurrendered):
        return _give_up(table, current, event)
    return _check(table, current, event, forced)


def _give_up(table: TableState, current: RoundState, event: HandSurrendered) -> StepResult:
    if event.seat is None or event.seat not in [hand.seat for hand in _may_give_up(table, current)]:
        return Irregular("surrender-not-allowed")
    given_up = (
        hand._replace(ended="surrendered") if hand.seat == event.seat else hand
        for hand in hands_of(current)
    )
    held = current.get(Hands)
    current.put(held._replace(hands=tuple(given_up), early=held.early | {event.seat}))
    return None


def _check(table: TableState, current: RoundState, event: HoleChecked, forced: bool) -> StepResult:
    """The reader knows the card; what the house dealer saw must agree with it."""
    bank = current.get(BankCards)
    assert bank.hole is not None
    scale = rule_of(table).totals.scale
    natural = count_hand(scale, bank.dealt).is_natural
    if event.is_natural != natural and not forced:
        return Irregular("hole-check-disagrees", phrase("the-other"))
    current.put(bank._replace(natural=event.is_natural))
    return DONE


INSURANCE = Step(
    "insurance",
    frozenset({InsuranceTaken, EvenMoneyTaken, InsuranceClosed}),
    _insurance_wanted,
    _insure,
    lambda _table, current: current.put(Insured()),
    is_due=_insurance_due,
    needs="twenty_one",
    part=Insured,
)
PEEK = Step(
    "peek",
    frozenset({HoleChecked, HandSurrendered}),
    _look_wanted,
    _look,
    is_due=lambda table, current: _shows(current, rule_of(table).deal.peek_on),
    needs="twenty_one",
    part=BankCards,
)
