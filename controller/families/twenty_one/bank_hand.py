"""Twenty-one, the bank's turn: its card is turned, it draws by its chart, hands are compared."""

from functools import lru_cache
from typing import Final

from controller.facts.decisions import DecidedHand, Expectation, HandsDecided
from controller.facts.events import CardDrawn, CardsRevealed, HandStood
from controller.facts.phrase import phrase
from controller.families.twenty_one.hand_rules import USUAL_STAND
from controller.families.twenty_one.parts import (
    BankCards,
    give_bank,
    hands_of,
    is_watched,
    rule_of,
)
from controller.families.twenty_one.sections import TwentyOne
from controller.families.twenty_one.values import HandCount, chart_row, count_hand, count_words
from controller.families.twenty_one.verdict import (
    GIVEN_UP,
    Table,
    bonus_lines,
    count_of_hand,
    decided,
    in_common,
)
from controller.settlement.finished import SeatRound
from controller.table.family import DONE, Step, StepResult
from controller.table.seat_hand import SeatHand
from controller.table.state import Irregular, RoundState, TableState, expect
from controller.table.steps.finished import finished_round

TURN: Final = (expect("cards_revealed", "turn-hole-card", None, "bank"),)
BANK_HANDS: Final = (None, "bank")


def _turn(
    table: TableState, current: RoundState, event: CardsRevealed, _forced: bool
) -> StepResult:
    """Only now may the hole card move the button, the board or a lamp."""
    bank = current.get(BankCards)
    if event.hand not in BANK_HANDS or bank.hole is None:
        return Irregular("entry-refused")
    natural = count_hand(rule_of(table).totals.scale, bank.dealt).is_natural
    give_bank(table, current, bank.turned(natural))
    return DONE


def _bank_count(rule: TwentyOne, current: RoundState) -> HandCount:
    return count_hand(rule.totals.scale, current.get(BankCards).cards)


def _must(rule: TwentyOne, current: RoundState) -> str:
    """Say `hit`, `stand`, or nothing where the bank may choose."""
    if len(current.get(BankCards).cards) < 2:
        return "hit"
    count = _bank_count(rule, current)
    if count.is_over or count.is_natural:
        return "stand"
    row = chart_row(rule.charts.bank, count)
    return row.must if row else ""


def _is_due(table: TableState, current: RoundState) -> bool:
    rule = rule_of(table)
    if _must(rule, current) == "stand":
        return False
    # While a wager on the bank's own cards may be open the bank plays its hand out.
    return is_watched(table, current) or any(_waits(current, hand) for hand in hands_of(current))


def _waits(current: RoundState, hand: SeatHand) -> bool:
    """A natural waits only for a bank that may still make one."""
    if hand.ended == "natural":
        return len(current.get(BankCards).cards) < 2
    return hand.ended not in GIVEN_UP


def _wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    rule = rule_of(table)
    count = _bank_count(rule, current)
    held, must = count_words(rule.totals, count), _must(rule, current)
    return _draw_wanted(held, must == "hit", count.points < USUAL_STAND)


@lru_cache(maxsize=256)
def _draw_wanted(
    held: tuple[str, ...], must_draw: bool, draws_first: bool
) -> tuple[Expectation, ...]:
    draws = expect("card_drawn", "bank-takes-card", None, "bank", held=held)
    if must_draw:
        return (draws,)
    stands = expect("hand_stood", "bank-stands", None, "bank", held=held)
    return (draws, stands) if draws_first else (stands, draws)


def _draw(
    table: TableState, current: RoundState, event: CardDrawn | HandStood, forced: bool
) -> StepResult:
    rule = rule_of(table)
    if isinstance(event, HandStood):
        if _must(rule, current) == "hit" and not forced:
            held = count_words(rule.totals, _bank_count(rule, current))
            return Irregular("bank-stood-on-must-hit", seen=phrase("bank-stood", held=held))
        return DONE
    bank = current.get(BankCards)
    cards = (*bank.cards, event.card)
    is_second = len(cards) == 2
    natural = count_hand(rule.totals.scale, cards).is_natural if is_second else bank.natural
    give_bank(table, current, BankCards(cards, bank.hole, natural))
    if is_second and not _is_due(table, current):
        return DONE
    return DONE if _must(rule, current) == "stand" else None


def announce_hands(table: TableState, current: RoundState) -> None:
    """Say, before the wagers are settled, what every hand came to."""
    table.decide(decided_hands(table, current))


def decided_hands(table: TableState, current: RoundState) -> HandsDecided:
    """What every hand came to, and which lines of the side bets the cards show."""
    finished = finished_round(table.rules, table.bank.seat, current)
    against = in_common(table.rules.game, finished)
    return HandsDecided(
        round=current.number,
        bank=against.bank.cards,
        bank_count=count_words(against.rule.totals, against.bank.total),
        hands=tuple(
            _decided(against, int(seat), held, place)
            for seat, held in finished.seats.items()
            for place in range(len(held.hands))
        ),
        bonuses=bonus_lines(against, finished),
    )


def _decided(against: Table, seat: int, held: SeatRound, place: int) -> DecidedHand:
    found, cards = decided(against, held, place), held.hands[place].cards
    count = count_words(against.rule.totals, count_of_hand(against, held, place))
    return DecidedHand(seat=seat, cards=cards, count=count, result=found.result, why=found.why)


HOLE_CARD = Step(
    "hole-card",
    frozenset({CardsRevealed}),
    lambda _t, _r: TURN,
    _turn,
    is_due=lambda _table, current: current.get(BankCards).hole is not None,
    needs="twenty_one",
)
BANK_HAND = Step(
    "bank-hand",
    frozenset({CardDrawn, HandStood}),
    _wanted,
    _draw,
    is_due=_is_due,
    needs="twenty_one",
)
