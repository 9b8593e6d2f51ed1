"""A round as the office searches for it, made of the rows of a table as they arrive. Pure."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from controller.facts.decisions import (
    DECISION,
    Decision,
    HandsDecided,
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    ShoeStarted,
    TableHeld,
)
from controller.facts.events import EVENT, Event, PersonLoggedIn
from controller.facts.fact import Fact
from controller.floor.leaving import ROUND_ENDS
from controller.floor.parcel import TravellingRow, kind_of

_New = dict[str, int | str | tuple[str, ...] | None]
_WANTED: Final = frozenset(
    {
        "round_opened",
        "outcome_decided",
        "hands_decided",
        "hold_released",
        "irregularity_found",
        "round_closed",
        "round_voided",
        "shoe_started",
        "table_held",
        "person_logged_in",
    }
)


class PlayedRound(NamedTuple):
    """One round of one table, as it is kept and searched; times are the table's."""

    table: str
    round: int
    shoe: int
    # Who was logged in as house dealer, or "".
    dealer: str
    opened_ms: int
    closed_ms: int
    first_row: int
    last_row: int
    # Winner of a coup (player, banker, tie), "hands" where seats play against the bank, or "".
    outcome: str
    # The decision that ended it as JSON, or "".
    result: str
    is_void: bool
    held_ms: int
    # Codes of irregularities, and everybody who ruled.
    irregularities: tuple[str, ...]
    people: tuple[str, ...]


class RoundSoFar(Fact):
    """What is known of a table's round in play, kept beside the last row."""

    shoe: int = 0
    dealer: str = ""
    round: int = 0
    opened_ms: int = 0
    first_row: int = 0
    outcome: str = ""
    result: str = ""
    held_since_ms: int | None = None
    held_ms: int = 0
    irregularities: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


def followed(
    so_far: RoundSoFar,
    table: str,
    rows: Iterable[TravellingRow],
    opened: Iterable[TravellingRow],
) -> tuple[RoundSoFar, list[PlayedRound]]:
    """The round in play after further rows, and the rounds that ended with them.

    A body that is told late counts before the row that ends its round.
    """
    ended: list[PlayedRound] = []
    later = list(opened)
    for row in rows:
        while row.kind in ROUND_ENDS and later and later[0].number < row.number:
            so_far = _taken(so_far, later.pop(0))
        if row.kind in ROUND_ENDS:
            ended.append(_ended(so_far, table, row))
            so_far = RoundSoFar(shoe=so_far.shoe, dealer=so_far.dealer)
        else:
            so_far = _taken(so_far, row)
    return so_far, ended


def _fact(body: bytes) -> Decision | Event | None:
    """A fact of the record; None where a newer table says what this version does not know."""
    reader: TypeAdapter[Decision] | TypeAdapter[Event] = DECISION
    if kind_of(body) == "person_logged_in":
        reader = EVENT
    try:
        return reader.validate_json(body)
    except ValidationError:
        return None


def _taken(so_far: RoundSoFar, row: TravellingRow) -> RoundSoFar:
    if row.kind not in _WANTED:
        return so_far
    if row.kind == "hold_released":
        so_far = _released(so_far, row.at_ms)
    if row.body is None:
        return so_far
    new = _noted(so_far, row, _fact(row.body))
    return so_far.model_copy(update=new) if new else so_far


def _noted(so_far: RoundSoFar, row: TravellingRow, fact: Decision | Event | None) -> _New:
    match fact:
        case RoundOpened():
            return {"round": fact.round, "opened_ms": row.at_ms, "first_row": row.number}
        case OutcomeDecided():
            return {"outcome": fact.winner, "result": (row.body or b"").decode()}
        case HandsDecided():
            return {"outcome": "hands", "result": (row.body or b"").decode()}
        case ShoeStarted():
            return {"shoe": fact.shoe}
        case TableHeld():
            return {"held_since_ms": so_far.held_since_ms or row.at_ms}
        case IrregularityFound():
            return {"irregularities": _with(so_far.irregularities, fact.name)}
        case HoldReleased():
            return {"people": _with(so_far.people, fact.by)}
        case PersonLoggedIn(role="dealer"):
            return {"dealer": fact.person}
        case _:
            return {}


def _released(so_far: RoundSoFar, at_ms: int) -> RoundSoFar:
    """The hold is over, whoever ended it; the name is told later."""
    since = so_far.held_since_ms
    if since is None:
        return so_far
    held_ms = so_far.held_ms + max(0, at_ms - since)
    return so_far.model_copy(update={"held_since_ms": None, "held_ms": held_ms})


def _with(known: tuple[str, ...], name: str) -> tuple[str, ...]:
    return known if name in known else (*known, name)


def _ended(so_far: RoundSoFar, table: str, row: TravellingRow) -> PlayedRound:
    end = _fact(row.body or b"")
    number = end.round if isinstance(end, RoundClosed | RoundVoided) else so_far.round
    return PlayedRound(
        table=table,
        round=number,
        shoe=so_far.shoe,
        dealer=so_far.dealer,
        opened_ms=so_far.opened_ms or row.at_ms,
        closed_ms=row.at_ms,
        first_row=so_far.first_row or row.number,
        last_row=row.number,
        outcome=so_far.outcome,
        result=so_far.result,
        is_void=row.kind == "round_voided",
        held_ms=so_far.held_ms,
        irregularities=so_far.irregularities,
        people=so_far.people,
    )
