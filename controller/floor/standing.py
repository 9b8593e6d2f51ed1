"""What stands at a table now, as far as its rows tell: its hold, devices away, misreads. Pure."""

from collections.abc import Iterable
from typing import Final, Literal

from pydantic import Field, ValidationError

from controller.facts.decisions import DECISION, DeviceStateChanged, TableHeld
from controller.facts.fact import Fact
from controller.facts.phrase import Reason
from controller.floor.parcel import TravellingRow

HOUR_MS: Final = 3_600_000
MOST_MISREADS: Final = 1000
_MISREADS: Final = frozenset({"card_unreadable", "dice_unreadable"})


class Away(Fact):
    """A device that is away since a time, by the clock of its table."""

    since_ms: int
    state: Literal["unavailable", "silent"]
    reason: Reason = ""


class Standing(Fact):
    """Kept beside the last row, so that a restart of the floor forgets nothing."""

    hold: str = ""
    hold_since_ms: int = 0
    away: dict[str, Away] = Field(default_factory=dict)
    # When something could not be read, within the last hour.
    misreads_ms: tuple[int, ...] = ()


def stood(standing: Standing, rows: Iterable[TravellingRow]) -> Standing:
    """What stands after further rows."""
    for row in rows:
        if row.kind == "hold_released":
            standing = standing.model_copy(update={"hold": "", "hold_since_ms": 0})
        elif row.kind in _MISREADS:
            standing = _misread(standing, row.at_ms)
        elif row.kind in ("table_held", "device_state_changed") and row.body is not None:
            standing = _changed(standing, row.at_ms, row.body)
    return standing


def _misread(standing: Standing, at_ms: int) -> Standing:
    recent = (at for at in standing.misreads_ms if at > at_ms - HOUR_MS)
    return standing.model_copy(update={"misreads_ms": (*recent, at_ms)[-MOST_MISREADS:]})


def _changed(standing: Standing, at_ms: int, body: bytes) -> Standing:
    try:
        fact = DECISION.validate_json(body)
    except ValidationError:
        # A newer table says what this version does not know.
        return standing
    if isinstance(fact, TableHeld):
        return standing.model_copy(update={"hold": fact.name, "hold_since_ms": at_ms})
    if isinstance(fact, DeviceStateChanged):
        away = {name: known for name, known in standing.away.items() if name != fact.device}
        if fact.state != "ready":
            away[fact.device] = Away(since_ms=at_ms, state=fact.state, reason=fact.reason)
        return standing.model_copy(update={"away": away})
    return standing
