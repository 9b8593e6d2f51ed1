"""Piles: dealt before the house dealer, one chosen by the bank, all delivered round the table."""

from controller.core.events import PileChosen, PilesDealt, PilesDelivered
from controller.core.state import Irregular, RoundState, TableState, Wanted
from controller.core.steps.step import DONE, Outcome, Step


def _dealt_wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
    piles = table.rules.game.piles
    assert piles is not None
    text = f"Deal {piles.count} piles of {piles.size}, {piles.left_over} cards left over"
    return (Wanted("piles_dealt", text),)


def _chosen_wanted(table: TableState, _round: RoundState) -> tuple[Wanted, ...]:
    return (Wanted("pile_chosen", "The bank chooses the action pile", table.bank.seat),)


def _delivered_wanted(_table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    seat = current.button.first_hand if current.button else None
    text = f"Deliver the piles, the action pile to seat {seat}"
    return (Wanted("piles_delivered", text, seat),)


def _simply(
    _table: TableState, _round: RoundState, _event: PilesDealt | PilesDelivered, _forced: bool
) -> Outcome:
    return DONE


def _choose(table: TableState, current: RoundState, event: PileChosen, _forced: bool) -> Outcome:
    piles = table.rules.game.piles
    assert piles is not None
    if event.pile > piles.count:
        return Irregular("entry-refused", f"pile {event.pile}", f"a pile from 1 to {piles.count}")
    current.pile = event.pile
    return DONE


PILES = Step("piles", frozenset({PilesDealt}), _dealt_wanted, _simply)
ACTION_PILE = Step("action-pile", frozenset({PileChosen}), _chosen_wanted, _choose)
DELIVERY = Step("deliver", frozenset({PilesDelivered}), _delivered_wanted, _simply)
