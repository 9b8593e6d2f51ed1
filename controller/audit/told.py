"""What an audit reads of the record: the facts it needs, in order, with their time and source."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Final, NamedTuple

from controller.bus.messages import Entry
from controller.facts.decisions import (
    DECISION,
    BettingEnded,
    CollectionCounted,
    Decision,
    HandCorrected,
    HandInserted,
    HandTakenBack,
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    RulingRefused,
    SettlementOrdered,
    TableHeld,
)
from controller.facts.events import (
    CardDrawn,
    CardTurned,
    CardUnreadable,
    CutCardDrawn,
    DiceRead,
    DiceUnreadable,
    Event,
    KeyPressed,
    PersonLoggedIn,
    RulingGiven,
    ShoeLoaded,
    TableOpened,
)
from controller.record.row import Row, event_of

_KIND: Final = re.compile(rb'\{"kind":"([a-z_]+)"')
_EVENTS: Final = (
    TableOpened,
    ShoeLoaded,
    CardDrawn,
    CardUnreadable,
    CutCardDrawn,
    DiceRead,
    DiceUnreadable,
    CardTurned,
    KeyPressed,
    PersonLoggedIn,
    RulingGiven,
)
_DECISIONS: Final = (
    RoundOpened,
    BettingEnded,
    CollectionCounted,
    OutcomeDecided,
    HandCorrected,
    HandTakenBack,
    HandInserted,
    SettlementOrdered,
    RoundClosed,
    RoundVoided,
    IrregularityFound,
    TableHeld,
    HoldReleased,
    RulingRefused,
)
_WANTED: Final = frozenset(
    [
        *(event.model_fields["kind"].default.encode() for event in _EVENTS),
        *(str(fields(decision)[0].default).encode() for decision in _DECISIONS),
    ]
)


class Told(NamedTuple):
    """One fact of the record."""

    number: int
    at_ms: int
    source: str
    fact: Event | Decision
    # The row of the event that this is, or that it was decided from, and who reported that.
    event: int = 0
    origin: str = ""


def told(rows: Iterable[Row]) -> Iterator[Told]:
    """The facts an audit needs; the others are not even read."""
    event, origin = 0, ""
    for row in rows:
        if row.part == "event":
            event, origin = row.number, row.source
        kind = _KIND.match(row.body)
        if kind is not None and kind[1] in _WANTED:
            read = event_of if row.part == "event" else _decision_of
            yield Told(row.number, row.at_ms, row.source, read(row.body), event, origin)


def told_entries(entries: Iterable[Entry]) -> Iterator[Told]:
    """The same of rows that came over the bus."""
    event, origin = 0, ""
    for entry in entries:
        if entry.event is not None:
            event, origin = entry.number, entry.source
        fact = entry.event or entry.decision
        if fact is not None and fact.kind.encode() in _WANTED:
            yield Told(entry.number, entry.at_ms, entry.source, fact, event, origin)


@lru_cache(maxsize=4096)
def _decision_of(body: bytes) -> Decision:
    return DECISION.validate_json(body)
