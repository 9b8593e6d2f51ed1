"""What everybody may see of a round of nine: backs until hands are turned, then points."""

from controller.facts.board import HandView, SeatHandView
from controller.families.nine.steps import NineHands, decided_nines
from controller.families.nine.values import total_of
from controller.table.family import Shown
from controller.table.seat_hand import SeatHand
from controller.table.state import RoundState, TableState
from controller.table.steps.play import is_turned


def shown(table: TableState, current: RoundState) -> Shown:
    """Hands of nine lie face down until they are settled, the bank's until it is turned."""
    part = current.find(NineHands)
    if part is None:
        return Shown()
    bank = _bank(part, is_turned(current))
    if current.open_steps == ("settle",):
        return Shown(banker=bank.cards, bank=bank, hands=_compared(table, current))
    hands = tuple(hand.view(hidden=len(hand.cards)) for hand in part.hands)
    return Shown(banker=bank.cards, bank=bank, hands=hands, acting=_acting(current, part))


def _bank(part: NineHands, is_open: bool) -> HandView:
    if not is_open:
        return HandView(down=(len(part.bank),) if part.bank else ())
    return HandView(cards=part.bank, count=(str(total_of(part.bank)),))


def _compared(table: TableState, current: RoundState) -> tuple[SeatHandView, ...]:
    return tuple(
        SeatHand(one.seat, one.cards)
        .view(count=one.count)
        .model_copy(update={"result": one.result})
        for one in decided_nines(table, current).hands
    )


def _acting(current: RoundState, part: NineHands) -> int | None:
    is_drawing = current.open_steps == ("fourth-cards",) and part.acting < len(part.hands)
    return part.hands[part.acting].seat if is_drawing else None
