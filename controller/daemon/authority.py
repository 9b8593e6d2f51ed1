"""Who may report what: a device speaks for itself, a person for people, the daemon for the rest."""

from typing import Final

from controller.bus.messages import BUS_VERSION, Hello
from controller.facts.events import (
    ActRefused,
    AlarmAcknowledged,
    ClockStepped,
    DaemonRestarted,
    DaemonStarted,
    DeviceConnected,
    DeviceLost,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    DirectiveRefused,
    DirectiveRolledBack,
    DirectiveTaken,
    DiskRanLow,
    DriverFellSilent,
    DriverReturned,
    Event,
    EventsMissed,
    EvidenceKept,
    KeyTakenBack,
    LogInRefused,
    PersonLoggedIn,
    RecordContradicted,
    RecordDamaged,
    ReportContradicted,
    RulingGiven,
    SettingsChanged,
    ShoeLoaded,
    SoundPaused,
    StaffChanged,
    TableOpened,
    TimerEnded,
)
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from controller.table.state import TableState
from controller.table.take_back import ENTRIES

DAEMON_ONLY: Final[frozenset[type[Fact]]] = frozenset(
    {
        TableOpened,
        DaemonStarted,
        ClockStepped,
        DiskRanLow,
        SettingsChanged,
        TimerEnded,
        EventsMissed,
        RecordContradicted,
        RecordDamaged,
        ReportContradicted,
        DriverFellSilent,
        DriverReturned,
        DaemonRestarted,
        DeviceTestSeen,
        DirectiveTaken,
        DirectiveRefused,
    }
)
# What a driver says of its own device.
OfDrivers = DeviceConnected | DeviceLost | EvidenceKept
OF_THE_DESK: Final[frozenset[type[Fact]]] = frozenset(
    {
        PersonLoggedIn,
        LogInRefused,
        ActRefused,
        StaffChanged,
        AlarmAcknowledged,
        SoundPaused,
        DeviceTestStarted,
        DeviceTestEnded,
        DirectiveRolledBack,
    }
)
# Each origin's events stand in a file of its own; where its name is not the kind's, here it is.
ORIGINS: Final = {"dice-cup": "cup", "entry-pad": "people"}
# What a dealer also keys in where no shoe reports it.
KEYED_IN: Final[tuple[type[Fact], ...]] = (ShoeLoaded,)
NOT_KEYED: Final = "was not keyed in on a page of this device; call the floor"


def greeting_fault(hello: Hello, kind: str) -> str | None:
    """Say why a driver that says hello is not the one the table file means, or None."""
    if hello.bus_version != BUS_VERSION:
        reason = f"speaks bus version {hello.bus_version}, the daemon {BUS_VERSION}"
        return f"{reason}; install one version for both"
    if hello.device_kind != kind:
        reason = f"is a {hello.device_kind}, the table file says {kind}"
        return f"{reason}; correct the table file"
    return None


def device_fault(device: str, kind: str, event: Event, is_page: bool = False) -> str | None:
    """Say why a device may not report this event, or None; a page may take its own keys back."""
    if isinstance(event, KeyTakenBack):
        return None if is_page and _is_own(kind, event.entry) else f"{event.entry} {NOT_KEYED}"
    if type(event) in DAEMON_ONLY:
        return f"{event.kind} is the daemon's own to report; correct the driver"
    if type(event) in OF_THE_DESK:
        return f"{event.kind} is the desk's own to report; correct the driver"
    if isinstance(event, RulingGiven):
        return "ruling_given needs a person; give rulings at the desk"
    if isinstance(event, OfDrivers) and event.device != device:
        return f"{event.kind} speaks of {event.device}; a device reports only of itself"
    if isinstance(event, OfDrivers) or _origin(event) == _origin_of(kind):
        return None
    if kind == "entry-pad" and isinstance(event, KEYED_IN):
        return None
    return f"{event.kind} is not a {kind}'s to report; correct the driver or the table file"


def _is_own(kind: str, entry: str) -> bool:
    return entry in ENTRIES and _module(ENTRIES[entry]) == _origin_of(kind)


def _origin(event: Event) -> str:
    return _module(type(event))


def _module(event: type[Fact]) -> str:
    return event.__module__.rpartition(".")[2]


def _origin_of(kind: str) -> str:
    return ORIGINS.get(kind, kind.replace("-", "_"))


def person_fault(by: str, event: Event) -> str | None:
    """Say why this person may not report what the role grants, or None."""
    if isinstance(event, RulingGiven) and event.by != by:
        return f"the ruling names {event.by!r} but {by!r} gives it; use one name"
    return None


def complaint(state: TableState, device: str, reason: str) -> DeviceLost | None:
    """What a table is told of a report that cannot be taken; nothing where it knows."""
    told = phrase("lost-report", problem=reason)
    known = {entry.device: entry.reason for entry in state.devices}
    if device not in state.rules.devices or known.get(device) == told:
        return None
    return DeviceLost(device=device, reason=told)
