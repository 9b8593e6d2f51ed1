"""Devices: found, lost, and what the table does meanwhile."""

from controller.facts.decisions import DeviceStateChanged, HoldReleased
from controller.facts.events import (
    DeviceConnected,
    DeviceLost,
    DriverFellSilent,
    DriverReturned,
    EventsMissed,
)
from controller.facts.phrase import Phrase, phrase
from controller.table.irregularity import report
from controller.table.state import DeviceState, Irregular, TableState


def connected(table: TableState, event: DeviceConnected) -> None:
    """A device is back; a hold that waited for it ends by itself."""
    _note(table, DeviceState(event.device, True, ""))


def lost(table: TableState, event: DeviceLost) -> None:
    """A device is away; the table holds if its file says so."""
    _note(table, DeviceState(event.device, False, event.reason))


def fell_silent(table: TableState, event: DriverFellSilent) -> None:
    """Nobody speaks for a device; it is away until its driver does."""
    _note(table, _known(table, event.device)._replace(is_heard=False))


def returned(table: TableState, event: DriverReturned) -> None:
    """A driver is heard again: its device is what it was before."""
    _note(table, _known(table, event.device)._replace(is_heard=True))


def is_silent(table: TableState, device: str) -> bool:
    """Tell whether a device's driver has fallen silent."""
    return not _known(table, device).is_heard


def missed(table: TableState, event: EventsMissed) -> None:
    """A hole in a device's numbering."""
    report(table, Irregular("events-missed"), event)


def release(table: TableState, cause: str) -> None:
    """End a hold that was waiting for exactly this."""
    if table.hold is not None and table.hold.released_by == cause:
        table.decide(HoldReleased(name=table.hold.name, by="the device", ruling="resume"))
        table.hold = None


def hold_for_lost(table: TableState) -> None:
    """Hold while a device the table cannot do without is away."""
    for entry in table.devices:
        is_needed = entry.device in table.rules.holds_when_lost
        if entry.state != "ready" and is_needed and table.hold is None:
            wrong = Irregular("device-lost", seen=_away(entry))
            report(table, wrong, None, released_by=_return_of(entry.device))


def _away(entry: DeviceState) -> Phrase:
    if not entry.is_heard:
        return phrase("driver-silent", device=entry.device)
    return phrase("device-away", device=entry.device, reason=entry.reason)


def _return_of(device: str) -> str:
    return f"device_connected:{device}"


def _known(table: TableState, device: str) -> DeviceState:
    found = (entry for entry in table.devices if entry.device == device)
    return next(found, DeviceState(device, False, ""))


def _note(table: TableState, entry: DeviceState) -> None:
    """Keep what is known of a device; the table waits for one it needs, or goes on with it."""
    others = [known for known in table.devices if known.device != entry.device]
    table.devices = tuple(sorted([*others, entry]))
    table.decide(DeviceStateChanged(device=entry.device, state=entry.state, reason=entry.reason))
    if entry.state == "ready":
        release(table, _return_of(entry.device))
    else:
        hold_for_lost(table)
