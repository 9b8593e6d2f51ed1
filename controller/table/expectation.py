"""Expectations: what may happen next, for the dealer to read and for events to be measured by."""

from functools import lru_cache
from typing import Final

from controller.facts.decisions import Expectation
from controller.table.holds import subject
from controller.table.state import Rules, TableState, expect

RULING: Final = (expect("ruling_given", "wait-for-floor"),)
NAMING: Final = {
    "": RULING,
    "card": (expect("ruling_given", "name-card"),),
    "dice": (expect("ruling_given", "name-dice"),),
}
LOAD_SHOE: Final = (expect("shoe_loaded", "load-shoe"),)
BEGIN_SHOE: Final = (expect("shoe_loaded", "load-shoe-by-key"),)
PLACE_WAGERS: Final = expect("wager_placed", "place-wagers")


def wanted(table: TableState) -> tuple[Expectation, ...]:
    """List what may happen next at the table."""
    current = table.round
    if table.hold is not None:
        return NAMING[subject(table.hold)]
    if current is not None:
        expected = current.open.wanted(table, current)
        return _beside_wagers(expected) if current.betting.is_open else expected
    if table.bank.halted:
        return _take_wanted(table.bank.outgoing(table.rules))
    if table.bank.offered:
        return _offer_wanted(table.bank.offered)
    if table.shoe.ended and needs_shoe(table.rules):
        return BEGIN_SHOE if table.rules.by_hand else LOAD_SHOE
    return ()


# The same tuple for the same things: whoever asks what is new need not compare.
@lru_cache(maxsize=1024)
def _beside_wagers(expected: tuple[Expectation, ...]) -> tuple[Expectation, ...]:
    return (PLACE_WAGERS, *expected)


def needs_shoe(rules: Rules) -> bool:
    """Tell whether this game is dealt from a shoe."""
    return "shoe" in rules.game.equipment or rules.by_hand


@lru_cache(maxsize=15)
def _take_wanted(last: int) -> tuple[Expectation, ...]:
    """Any seat may take the bank of a halted game, but not one that must make way."""
    if not last:
        return (expect("bank_accepted", "any-seat-may-bank"),)
    return (expect("bank_accepted", "another-seat-may-bank", last=last),)


@lru_cache(maxsize=14)
def _offer_wanted(seat: int) -> tuple[Expectation, ...]:
    return (
        expect("bank_accepted", "seat-may-bank", seat),
        expect("bank_declined", "seat-may-pass", seat),
    )
