"""What everybody may see of a round of twenty-one: open cards, and what they count."""

from controller.facts.board import HandView, SeatHandView
from controller.facts.decisions import DecidedHand
from controller.families.twenty_one.bank_hand import decided_hands
from controller.families.twenty_one.hand_rules import count_of
from controller.families.twenty_one.parts import BankCards, Hands, hands_of, rule_of
from controller.families.twenty_one.sections import TwentyOne
from controller.families.twenty_one.values import count_hand, count_words
from controller.table.family import Shown
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState


def shown(table: TableState, current: RoundState) -> Shown:
    """The cards face up; of hands dealt face down only the cards drawn to them."""
    rule = rule_of(table)
    bank = _bank(rule, current.find(BankCards) or BankCards())
    if current.open_steps == ("settle",):
        return _settled(table, current, bank)
    hidden = 2 if rule.deal.players == "down" else 0
    hands = tuple(hand.view(hidden, _count(rule, hand)) for hand in hands_of(current))
    return Shown(banker=bank.cards, bank=bank, hands=hands, acting=_acting(current))


def _settled(table: TableState, current: RoundState, bank: HandView) -> Shown:
    """All hands open, each with what it came to."""
    found = decided_hands(table, current)
    hands = tuple(map(_compared, hands_of(current), found.hands))
    return Shown(banker=bank.cards, bank=bank, hands=hands, hits=found.bonuses)


def _compared(hand: SeatHand, found: DecidedHand) -> SeatHandView:
    return hand.view(count=found.count).model_copy(update={"result": found.result})


def _bank(rule: TwentyOne, bank: BankCards) -> HandView:
    count = count_words(rule.totals, count_hand(rule.totals.scale, bank.cards))
    down = () if bank.hole is None else (1,)
    return HandView(cards=bank.cards, down=down, count=count if bank.cards else ())


def _count(rule: TwentyOne, hand: SeatHand) -> tuple[str, ...]:
    return count_words(rule.totals, count_of(rule, hand)) if hand.cards else ()


def _acting(current: RoundState) -> int | None:
    part = current.find(Hands)
    if part is None or current.open_steps != ("hands",) or part.acting >= len(part.hands):
        return None
    return part.hands[part.acting].seat
