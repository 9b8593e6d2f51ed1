"""Devices: found, lost, and what the table does meanwhile."""

from controller.facts.decisions import DeviceStateChanged, HoldReleased
from controller.facts.events import DeviceConnected, DeviceLost, EventsMissed
from controller.facts.phrase import phrase
from controller.table.irregularity import report
from controller.table.state import DeviceState, Irregular, TableState


def connected(table: TableState, event: DeviceConnected) -> None:
    """A device is back; a hold that waited for it ends by itself."""
    _note(table, DeviceState(event.device, True, ""))
    table.decide(DeviceStateChanged(device=event.device, state="ready"))
    release(table, f"device_connected:{event.device}")


def lost(table: TableState, event: DeviceLost) -> None:
    """A device is away; the table holds if its file says so."""
    _note(table, DeviceState(event.device, False, event.reason))
    table.decide(DeviceStateChanged(device=event.device, state="unavailable", reason=event.reason))
    hold_for_lost(table)


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
    for device, is_ready, reason in table.devices:
        if not is_ready and device in table.rules.holds_when_lost and table.hold is None:
            lost = phrase("device-away", device=device, reason=reason)
            wrong = Irregular("device-lost", seen=lost)
            report(table, wrong, None, released_by=f"device_connected:{device}")


def _note(table: TableState, entry: DeviceState) -> None:
    others = [known for known in table.devices if known.device != entry.device]
    table.devices = tuple(sorted([*others, entry]))
