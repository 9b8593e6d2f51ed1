"""Cards and people of a told round of twenty-one, apart from what the players do."""

from collections.abc import Mapping
from typing import Final

from controller.dealing.dealer import Act, Habit
from controller.dealing.people import People, Sight
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.events import CardDrawn, HandSurrendered, HoleChecked, InsuranceTaken
from controller.facts.phrase import Phrase, phrase, seen
from controller.families.book_lines import lines_of
from controller.families.twenty_one.parts import (
    BankCards,
    Hands,
    Insured,
    hands_of as dealt_hands,
    rule_of,
)
from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.values import count_hand, count_words
from controller.families.twenty_one.verdict import INSURANCE, hands_of
from controller.settlement.finished import FinishedRound, PlayedHand, SeatRound
from controller.settlement.verdict import IllegalRoundError
from controller.table.family import Deed
from controller.table.seat_hand import SeatHand
from controller.table.state import Rules, TableState

# The section whose lines an irregularity breaks, by its name.
SECTIONS: Final = {
    "double-not-allowed": "twenty_one.double",
    "card-after-double": "twenty_one.double",
    "split-not-allowed": "twenty_one.split",
    "surrender-not-allowed": "twenty_one.surrender",
    "entry-refused": "twenty_one.double",
}


# What a closed hand did after all, as the table would have named it.
REFUSED: Final = {
    "card_drawn": "card-on-must-stand",
    "hand_doubled": "double-not-allowed",
    "hand_surrendered": "surrender-not-allowed",
    "hand_rescued": "entry-refused",
    "even_money_taken": "entry-refused",
}


def habits(rules: Rules, told: FinishedRound) -> Mapping[str, Habit]:
    """Insurance for the amount told, an honest look, and who gave up before it."""
    game = rules.game
    assert isinstance(game, TwentyOneGame)
    scale = game.twenty_one.totals.scale

    def insure(_sight: Sight, wanted: Expectation, _people: People) -> Act:
        assert wanted.seat is not None
        amount = told.seats[str(wanted.seat)].wagers.get(INSURANCE)
        return (InsuranceTaken(seat=wanted.seat, amount=amount),)

    def look(_sight: Sight, _wanted: Expectation, _people: People) -> Act:
        cards = told.bank.cards if told.bank else ()
        return (HoleChecked(is_natural=count_hand(scale, cards[:2]).is_natural),)

    def give_up(_sight: Sight, wanted: Expectation, _people: People) -> Act:
        return (HandSurrendered(seat=wanted.seat),)

    return {"insurance_taken": insure, "hole_checked": look, "hand_surrendered": give_up}


def _first_hand(told: FinishedRound, wanted: Expectation) -> PlayedHand:
    return hands_of(told.seats[str(wanted.seat)])[0]


def _gives_up(_state: TableState, told: FinishedRound, wanted: Expectation) -> bool:
    hand = _first_hand(told, wanted)
    return hand.surrendered and hand.early


def _insures(_state: TableState, told: FinishedRound, wanted: Expectation) -> bool:
    held = told.seats[str(wanted.seat)]
    return held.insured or bool(held.wagers.get(INSURANCE))


DEEDS: Final[Mapping[str, Deed]] = {
    "insurance_taken": _insures,
    "even_money_taken": lambda _state, told, wanted: _first_hand(told, wanted).even_money,
    "hand_surrendered": _gives_up,
}


def card(state: TableState, told: FinishedRound, wanted: Expectation) -> Card | None:
    """The next card of the hand that is due one; of the bank's two, the face-up one may be last."""
    current = state.round
    assert current is not None
    assert told.bank is not None
    if wanted.hand == "player" and wanted.seat is not None:
        dealt = next(hand for hand in current.get(Hands).hands if hand.seat == wanted.seat)
        return _at(first_two(told.seats[str(wanted.seat)]), len(dealt.cards))
    up = 1 if rule_of(state).deal.bank == "down-up" else 0
    bank = current.get(BankCards)
    place = 1 - up if wanted.hand == "hole" else len(bank.dealt) if bank.cards else up
    return _at(told.bank.cards, place)


def _at(cards: tuple[Card, ...], place: int) -> Card | None:
    return cards[place] if place < len(cards) else None


def first_two(held: SeatRound) -> tuple[Card, ...]:
    """The cards dealt to a seat; of split hands each of the first two has one."""
    hands = hands_of(held)
    if len(hands) == 1:
        return hands[0].cards[:2]
    return held.cards[:2] if len(held.cards) > 1 else tuple(hand.cards[0] for hand in hands[:2])


def require_all_done(state: TableState, told: FinishedRound) -> None:
    """Refuse what the file tells beyond the moment at which the table was through with a hand."""
    current = state.round
    assert current is not None
    assert told.bank is not None
    drawn = current.get(BankCards).dealt
    if len(told.bank.cards) > len(drawn):
        more = CardDrawn(card=told.bank.cards[len(drawn)])
        _refuse(state, "card-on-must-stand", seen(more))
    for seat in told.seat_numbers():
        dealt = [hand for hand in dealt_hands(current) if hand.seat == seat]
        finals = hands_of(told.seats[str(seat)])
        for hand, final in zip(dealt, finals, strict=False):
            _require_done(state, hand, final, (current.find(Insured) or Insured()).even)
        if len(dealt) < len(finals):
            did = phrase("hand-did", seat=seat, held=(), act="hand_split")
            _refuse(state, "split-not-allowed", did)


def _require_done(
    state: TableState, hand: SeatHand, final: PlayedHand, took_even: frozenset[int]
) -> None:
    """A hand that was closed took no more cards and did nothing else."""
    acts = {
        "card_drawn": len(final.cards) > len(hand.cards),
        "hand_doubled": final.doubled > hand.doubled,
        "hand_surrendered": final.surrendered and hand.ended != "surrendered",
        "hand_rescued": final.rescued and hand.ended != "rescued",
        "even_money_taken": final.even_money and hand.seat not in took_even,
    }
    act = next((name for name, is_left in acts.items() if is_left), None)
    if act is not None:
        rule = rule_of(state)
        held = count_words(rule.totals, count_hand(rule.totals.scale, hand.cards, hand.is_split))
        did = phrase("hand-did", seat=hand.seat, held=held, act=act)
        after_double = act == "card_drawn" and hand.doubled
        _refuse(state, "card-after-double" if after_double else REFUSED[act], did)


def _refuse(state: TableState, name: str, did: Phrase) -> None:
    found = IrregularityFound(name=name, seen=did)
    raise IllegalRoundError(found, lines_of(state.rules, name))
