"""Who may report what: a device speaks for itself, a person for people, the daemon for the rest."""

from typing import Final

from controller.core.events import (
    DeviceConnected,
    DeviceLost,
    Event,
    EventsMissed,
    RulingGiven,
    TableOpened,
    TimerEnded,
)
from controller.core.fact import Fact

DAEMON_ONLY: Final[tuple[type[Fact], ...]] = (TableOpened, TimerEnded, EventsMissed)


def device_fault(device: str, event: Event) -> str | None:
    """Say why a device may not report this event, or None."""
    if isinstance(event, DAEMON_ONLY):
        return f"{event.kind} is the daemon's own to report; correct the driver"
    if isinstance(event, RulingGiven):
        return "ruling_given needs a person; give rulings at the desk"
    if isinstance(event, DeviceConnected | DeviceLost) and event.device != device:
        return f"{event.kind} speaks of {event.device}; a device reports only of itself"
    return None


def person_fault(by: str, event: Event) -> str | None:
    """Say why a person at the desk may not report this event, or None."""
    if isinstance(event, (*DAEMON_ONLY, DeviceConnected, DeviceLost)):
        return f"{event.kind} is not a person's to report; it comes from the table itself"
    if isinstance(event, RulingGiven) and event.by != by:
        return f"the ruling names {event.by!r} but {by!r} gives it; use one name"
    return None
