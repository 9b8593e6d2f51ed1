"""What an event is that no open step takes: one table, read from above, the first row counts."""

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.facts.events import (
    CardDrawn,
    CupOpened,
    DeckUnloaded,
    DiceRead,
    Event,
    PlayPlaced,
    ShakeEnded,
    ShakeStarted,
    StackDispensed,
    TimerEnded,
)
from controller.facts.fact import Fact
from controller.table.state import TableState
from controller.table.steps.dice import dice_of


def _always(_table: TableState, _event: Event) -> bool:
    """At any time."""
    return True


def _no_round(table: TableState, _event: Event) -> bool:
    """Between rounds."""
    return table.round is None


def _no_dice(table: TableState, _event: Event) -> bool:
    """Before dice of the round were read."""
    return not dice_of(table.round)


def _dice_read(table: TableState, _event: Event) -> bool:
    """After the dice of the round were read."""
    return bool(dice_of(table.round))


def _same_dice(table: TableState, event: DiceRead) -> bool:
    """When the dice show what they showed."""
    return dice_of(table.round) == event.dice


def _no_card(table: TableState, _event: Event) -> bool:
    """In a round of which no card is out."""
    current = table.round
    return current is not None and not table.rules.family.is_under_way(current)


def _bets_closed(table: TableState, _event: Event) -> bool:
    """In a round whose bets are closed."""
    return table.round is not None and not table.round.betting.is_open


class Unexpected(NamedTuple):
    """A kind of event, when the row holds, and the irregularity it is; "" does no harm."""

    event: type[Fact]
    when: Callable[..., bool]
    irregularity: str = ""


UNEXPECTED: Final = (
    Unexpected(TimerEnded, _always),
    Unexpected(ShakeStarted, _always),
    Unexpected(ShakeEnded, _always),
    Unexpected(CupOpened, _no_round),
    Unexpected(CupOpened, _dice_read),
    Unexpected(CupOpened, _always, "cup-opened-early"),
    Unexpected(DiceRead, _no_dice),
    Unexpected(DiceRead, _same_dice),
    Unexpected(DiceRead, _always, "dice-out-of-turn"),
    Unexpected(CardDrawn, _no_card, "card-before-betting-ended"),
    Unexpected(CardDrawn, _always, "card-out-of-turn"),
    Unexpected(StackDispensed, _always, "stack-out-of-turn"),
    Unexpected(DeckUnloaded, _always, "deck-unloaded-early"),
    Unexpected(PlayPlaced, _bets_closed, "wager-after-close"),
    Unexpected(Fact, _always, "entry-refused"),
)


def irregularity_of(table: TableState, event: Event) -> str:
    """Name the irregularity of an event that no open step takes; "" where it does no harm."""
    return next(
        row.irregularity
        for row in UNEXPECTED
        if isinstance(event, row.event) and row.when(table, event)
    )
