"""Expectations: what may happen next, for the dealer to read and for events to be measured by."""

from functools import lru_cache
from typing import Final

from controller.facts.decisions import Expectation, ExpectationSet
from controller.table.state import RoundState, TableState, Wanted
from controller.table.unread_words import subject

RULING: Final = (Wanted("ruling_given", "Wait for the floor"),)
NAMING: Final = {
    "": RULING,
    "card": (Wanted("ruling_given", "Name the card on the pad: its rank, then its suit"),),
    "dice": (Wanted("ruling_given", "Name the dice on the pad, one after the other"),),
}
LOAD_SHOE: Final = (Wanted("shoe_loaded", "Load a shoe"),)
BEGIN_SHOE: Final = (Wanted("shoe_loaded", "Load a shoe and hold its new shoe key"),)
TAKE_BANK: Final = (Wanted("bank_accepted", "Any seat may take the bank"),)
PLACE_WAGERS: Final = Wanted("wager_placed", "Players place their wagers")


def wanted(table: TableState) -> tuple[Wanted, ...]:
    """List what may happen next at the table."""
    if table.hold is not None:
        return NAMING[subject(table.hold)]
    if table.round is not None:
        return _in_round(table, table.round)
    if table.bank.halted:
        return TAKE_BANK
    if table.bank.offered:
        return _offer_wanted(table.bank.offered)
    if needs_shoe(table) and table.shoe.ended:
        return BEGIN_SHOE if table.rules.by_hand else LOAD_SHOE
    return ()


def _in_round(table: TableState, current: RoundState) -> tuple[Wanted, ...]:
    names, steps = current.open_steps, table.rules.steps
    expected = steps[names[0]].wanted(table, current)
    if len(names) > 1:
        for name in names[1:]:
            expected += steps[name].wanted(table, current)
    return (PLACE_WAGERS, *expected) if current.betting.is_open else expected


def needs_shoe(table: TableState) -> bool:
    """Tell whether this game is dealt from a shoe."""
    return "shoe" in table.rules.game.equipment or table.rules.by_hand


@lru_cache(maxsize=14)
def _offer_wanted(seat: int) -> tuple[Wanted, ...]:
    return (
        Wanted("bank_accepted", f"Seat {seat} takes the bank", seat),
        Wanted("bank_declined", f"Seat {seat} passes the bank", seat),
    )


@lru_cache(maxsize=4096)
def announced(expected: tuple[Wanted, ...]) -> ExpectationSet:
    """Say it as a decision; the same expectations are the same object."""
    return ExpectationSet(
        expected=tuple(
            Expectation(event=item.event, text=item.text, seat=item.seat, hand=item.hand)
            for item in expected
        )
    )
