"""Devices: found, lost, started anew, and what the table does meanwhile."""

from typing import Final

from controller.facts.decisions import DeviceStateChanged, HoldReleased, TableHeld
from controller.facts.events import (
    DaemonRestarted,
    DeviceConnected,
    DeviceLost,
    DriverFellSilent,
    DriverReturned,
    EventsMissed,
)
from controller.facts.phrase import Phrase, phrase
from controller.table import missing
from controller.table.irregularity import report
from controller.table.state import DeviceState, Hold, Irregular, TableState

RESTARTED: Final = "daemon-restarted"
# Who ended a hold that ended without a person.
BY_ITSELF: Final = "the device"
# What is dealt comes from these; a round waits after a restart until each was heard of.
SOURCES: Final = frozenset({"shoe", "shuffler", "dice-cup"})


def connected(table: TableState, event: DeviceConnected) -> None:
    """A device is back; a hold that waited for it ends by itself, unless it lost something."""
    before = _known(table, event.device)
    boot = before.boot if event.boot is None else event.boot
    entry = DeviceState(event.device, True, "", True, boot, before.doubt, before.counts)
    waiting = table.hold.waiting if table.hold else ()
    _note(table, entry)
    if before.boot not in (None, boot):
        counts = missing.counts(event, table, waiting)
        doubt = missing.look(table, event, waiting)
        _replace(table, entry._replace(doubt=doubt, counts=counts if doubt else None))
        hold_for_devices(table)


def keep_missed(table: TableState, hold: Hold, event: DeviceConnected) -> None:
    """Before a device that started anew may end a hold: what it lost belongs behind what waits."""
    known = _known(table, event.device).boot
    if event.boot is not None and known not in (None, event.boot):
        missing.keep_missed(table, hold, event)


def lost(table: TableState, event: DeviceLost) -> None:
    """A device is away; the table holds if its file says so."""
    known = _known(table, event.device)._replace(is_linked=False, reason=event.reason)
    _note(table, known._replace(is_heard=True, is_sure=True))


def fell_silent(table: TableState, event: DriverFellSilent) -> None:
    """Nobody speaks for a device; it is away until its driver does."""
    _note(table, _known(table, event.device)._replace(is_heard=False, is_sure=True))


def returned(table: TableState, event: DriverReturned) -> None:
    """A driver is heard again: its device is what it was before."""
    _note(table, _known(table, event.device)._replace(is_heard=True, is_sure=True))


def restarted(table: TableState, _event: DaemonRestarted) -> None:
    """What is dealt may have gone on unheard: in mid-round the table waits for word of it."""
    if not missing.is_midway(table):
        return
    table.devices = tuple(
        entry._replace(is_sure=not _is_source(table, entry)) for entry in table.devices
    )
    hold_for_devices(table)


def is_restart_felt(table: TableState) -> bool:
    """Tell whether a daemon that starts now must wait for word of a device."""
    return missing.is_midway(table) and any(_is_source(table, entry) for entry in table.devices)


def is_awaited(table: TableState, device: str) -> bool:
    """Tell whether the next word of a device's driver is news: it was silent, or not sure."""
    known = _known(table, device)
    return not known.is_heard or not known.is_sure


def missed(table: TableState, event: EventsMissed) -> None:
    """A hole in a device's numbering; one before all we know matters in mid-round alone."""
    if event.last_sequence or missing.is_midway(table):
        report(table, Irregular("events-missed"), event)


def release(table: TableState, cause: str) -> None:
    """End a hold that was waiting for exactly this."""
    if table.hold is not None and table.hold.released_by == cause:
        _end_hold(table, table.hold)


def hold_for_devices(table: TableState) -> None:
    """Hold while a device the table cannot do without is away, unheard of, or has lost count."""
    if table.hold is None and _unsure(table):
        table.hold = Hold(RESTARTED, phrase("seen-daemon-restarted"))
        table.decide(TableHeld(name=RESTARTED))
    for entry in table.devices:
        if table.hold is not None:
            return
        if entry.doubt:
            report(table, Irregular(entry.doubt, seen=entry.counts), None)
        elif entry.state != "ready" and entry.device in table.rules.holds_when_lost:
            wrong = Irregular("device-lost", seen=_away(entry))
            report(table, wrong, None, released_by=_return_of(entry.device))


def settle_doubts(table: TableState) -> None:
    """Somebody compared the record with the cards on the table and ruled."""
    table.devices = tuple(
        entry._replace(doubt="", counts=None, is_sure=True) for entry in table.devices
    )


def _end_hold(table: TableState, hold: Hold) -> None:
    table.decide(HoldReleased(name=hold.name, by=BY_ITSELF, ruling="resume"))
    table.hold = None


def _is_source(table: TableState, entry: DeviceState) -> bool:
    is_source = table.rules.devices.get(entry.device) in SOURCES
    return is_source and entry.state == "ready"


def _unsure(table: TableState) -> tuple[str, ...]:
    return tuple(entry.device for entry in table.devices if not entry.is_sure)


def _away(entry: DeviceState) -> Phrase:
    if not entry.is_heard:
        return phrase("driver-silent", device=entry.device)
    return phrase("device-away", device=entry.device, reason=entry.reason)


def _return_of(device: str) -> str:
    return f"device_connected:{device}"


def _known(table: TableState, device: str) -> DeviceState:
    found = (entry for entry in table.devices if entry.device == device)
    return next(found, DeviceState(device, False, ""))


def _replace(table: TableState, entry: DeviceState) -> None:
    others = [known for known in table.devices if known.device != entry.device]
    table.devices = tuple(sorted([*others, entry], key=lambda known: known.device))


def _note(table: TableState, entry: DeviceState) -> None:
    """Keep what is known of a device; the table waits for one it needs, or goes on with it."""
    _replace(table, entry)
    table.decide(DeviceStateChanged(device=entry.device, state=entry.state, reason=entry.reason))
    if table.hold is not None and table.hold.name == RESTARTED and not _unsure(table):
        _end_hold(table, table.hold)
    if entry.state == "ready":
        release(table, _return_of(entry.device))
    else:
        hold_for_devices(table)
