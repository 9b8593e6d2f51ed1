"""Cards and people of a told round of twenty-one, apart from what the players do."""

from collections.abc import Iterator
from typing import Final

from config.game import Game
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.events import (
    EVENT,
    CardDrawn,
    EvenMoneyTaken,
    Event,
    HandStood,
    HandSurrendered,
    HoleChecked,
    InsuranceClosed,
    InsuranceTaken,
    WagerPlaced,
)
from controller.facts.phrase import Phrase, phrase, seen
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
from controller.settlement.verdict import IllegalRoundError, RoundError
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState

# The section whose lines an irregularity breaks, by its name.
SECTIONS: Final = {
    "double-not-allowed": "double",
    "card-after-double": "double",
    "split-not-allowed": "split",
    "surrender-not-allowed": "surrender",
    "entry-refused": "double",
}


# What a closed hand did after all, as the table would have named it.
REFUSED: Final = {
    "card_drawn": "card-on-must-stand",
    "hand_doubled": "double-not-allowed",
    "hand_surrendered": "surrender-not-allowed",
    "hand_rescued": "entry-refused",
    "even_money_taken": "entry-refused",
}


def require_cards(told: FinishedRound) -> None:
    """Every hand has the two cards it was dealt."""
    for seat in told.seat_numbers():
        if any(len(hand.cards) < 2 for hand in hands_of(told.seats[str(seat)])):
            raise RoundError(f"seat {seat}: a hand needs at least two cards")
    if told.bank and len(told.bank.cards) < 2:
        raise RoundError("bank: needs its cards, the face-up one first, at least two")


def placed(told: FinishedRound) -> Iterator[Event]:
    """The wagers that lie there before the cards; insurance comes later."""
    for seat in told.seat_numbers():
        for name, amount in told.seats[str(seat)].wagers.items():
            if name != INSURANCE:
                yield WagerPlaced(seat=seat, wager=name, amount=amount)


def lines_of(game: Game, irregularity: str) -> str:
    """The lines of the book that an irregularity breaks."""
    assert isinstance(game, TwentyOneGame)
    if irregularity in ("foreign-card", "surplus-card"):
        return game.cards.source
    section = getattr(game.twenty_one, SECTIONS.get(irregularity, "charts"), None)
    return section.source if section else game.source


def next_event(state: TableState, current: RoundState, told: FinishedRound) -> Event:
    """What happens next outside the players' turns."""
    wanted = state.expected[0]
    if wanted.event == "card_drawn":
        return _card(state, current, wanted, told)
    if wanted.event == "hand_stood":
        return _card_or_stand(state, current, wanted, told)
    if wanted.event == "hole_checked":
        return _look(state, current, told)
    if wanted.event == "insurance_closed":
        return _insurance(state, told)
    kinds = [each.event for each in state.expected if each.event != "wager_placed"]
    return EVENT.validate_python({"kind": kinds[0]})


def _insurance(state: TableState, told: FinishedRound) -> Event:
    """Seats with an insurance wager insure, naturals take even money, then it is closed."""
    for kind, seat in _offered(state):
        held = told.seats[str(seat)]
        if kind == "insurance_taken" and held.wagers.get(INSURANCE):
            return InsuranceTaken(seat=seat, amount=held.wagers[INSURANCE])
        if kind == "even_money_taken" and hands_of(held)[0].even_money:
            return EvenMoneyTaken(seat=seat)
    return InsuranceClosed()


def _look(state: TableState, current: RoundState, told: FinishedRound) -> Event:
    """Hands given up before the look, then an honest look."""
    for kind, seat in _offered(state):
        hand = hands_of(told.seats[str(seat)])[0]
        if kind == "hand_surrendered" and hand.surrendered and hand.early:
            return HandSurrendered(seat=seat)
    dealt = current.get(BankCards).dealt
    return HoleChecked(is_natural=count_hand(rule_of(state).totals.scale, dealt).is_natural)


def _offered(state: TableState) -> Iterator[tuple[str, int]]:
    return ((each.event, each.seat) for each in state.expected if each.seat is not None)


def _card_or_stand(
    state: TableState, current: RoundState, wanted: Expectation, told: FinishedRound
) -> Event:
    assert told.bank is not None
    draws = len(current.get(BankCards).dealt) < len(told.bank.cards)
    return _card(state, current, wanted, told) if draws else HandStood()


def _card(
    state: TableState, current: RoundState, wanted: Expectation, told: FinishedRound
) -> Event:
    """The next card of the hand that is due one."""
    assert told.bank is not None
    if wanted.hand == "player" and wanted.seat is not None:
        dealt = next(hand for hand in current.get(Hands).hands if hand.seat == wanted.seat)
        return CardDrawn(card=first_two(told.seats[str(wanted.seat)])[len(dealt.cards)])
    up = 1 if rule_of(state).deal.bank == "down-up" else 0
    bank = current.get(BankCards)
    place = 1 - up if wanted.hand == "hole" else len(bank.dealt) if bank.cards else up
    if place < len(told.bank.cards):
        return CardDrawn(card=told.bank.cards[place])
    if len(state.expected) > 1:
        return HandStood()
    game, rule = state.rules.game, rule_of(state)
    held = " ".join(count_words(rule.totals, count_hand(rule.totals.scale, told.bank.cards)))
    lines = lines_of(game, "bank-stood-on-must-hit")
    raise RoundError(f"bank: {held}, and it must take a card; add the cards it drew ({lines})")


def first_two(held: SeatRound) -> tuple[Card, ...]:
    """The cards dealt to a seat; of split hands each of the first two has one."""
    hands = hands_of(held)
    if len(hands) == 1:
        return hands[0].cards[:2]
    return held.cards[:2] if len(held.cards) > 1 else tuple(hand.cards[0] for hand in hands[:2])


def require_all_done(state: TableState, current: RoundState, told: FinishedRound) -> None:
    """Refuse what the file tells beyond the moment at which the table was through with a hand."""
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
    raise IllegalRoundError(found, lines_of(state.rules.game, name))
