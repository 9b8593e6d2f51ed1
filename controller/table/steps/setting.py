"""Setting: players set their hands, and the bank's hand is opened and set after them."""

from typing import Final, NamedTuple

from controller.facts.decisions import Expectation
from controller.facts.events import CardsRevealed, HandsSet
from controller.facts.phrase import phrase
from controller.table.family import DONE, Step, StepResult
from controller.table.irregularity import note
from controller.table.state import Irregular, RoundState, TableState, expect

SET_HANDS: Final = expect("hands_set", "set-hands")
OPEN_BANK: Final = (expect("cards_revealed", "open-bank-hand"),)
EARLY: Final = "bank-opened-early"


class HandsOfRound(NamedTuple):
    """Whether every player's hand is set."""

    are_set: bool = False


def are_hands_set(current: RoundState) -> bool:
    """Tell whether every player's hand is set."""
    part = current.find(HandsOfRound)
    return part is not None and part.are_set


def _begin(_table: TableState, current: RoundState) -> None:
    current.put(HandsOfRound())


def _wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    if current.get(HandsOfRound).are_set:
        return OPEN_BANK
    empty, setting = _empty_seats(table, current), table.rules.game.setting
    if empty and setting and setting.empty_collected:
        return (expect("hands_set", "collect-empty-hands", seats=empty), SET_HANDS)
    return (SET_HANDS,)


def _empty_seats(table: TableState, current: RoundState) -> tuple[int, ...]:
    """The seats that got a hand without a wager, as far as wagers were entered."""
    wagers = current.betting.wagers
    taken = {*wagers, table.bank.seat}
    every = range(1, table.rules.seats + 1) if wagers else ()
    return tuple(seat for seat in every if seat not in taken)


def _take(
    table: TableState, current: RoundState, event: HandsSet | CardsRevealed, forced: bool
) -> StepResult:
    are_set = current.get(HandsOfRound).are_set
    if isinstance(event, CardsRevealed):
        return DONE if are_set or forced else _opened_early(table, event)
    current.put(HandsOfRound(True))
    return Irregular("entry-refused") if are_set else None


def _opened_early(table: TableState, event: CardsRevealed) -> StepResult:
    """What the book prints of it follows, and the round goes on; else the floor rules."""
    printed = next((fault for fault in table.rules.game.faults if fault.name == EARLY), None)
    if printed is None:
        return Irregular(EARLY)
    note(table, Irregular(EARLY, phrase(f"book-{printed.leads_to}")), event)
    return DONE


HANDS_SET: Final = Step(
    "hands-set",
    frozenset({HandsSet, CardsRevealed}),
    _wanted,
    _take,
    _begin,
    needs="setting",
    part=HandsOfRound,
)
