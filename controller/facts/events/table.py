"""The table itself and its devices: opened, found, lost, timed."""

from typing import Literal

from controller.facts.fact import Fact, Name, Seat, Text
from controller.facts.phrase import Reason
from controller.facts.settings import Settings


class TableOpened(Fact):
    """The daemon began to keep a game; `digest` names its exact rules, `settings` are the table's.

    `abandoned` is the round of another game that was still open, and is void; rounds are counted on
    from `rounds`, the last one that the record has.
    """

    kind: Literal["table_opened"] = "table_opened"
    table: Name
    game: str
    seats: Seat
    digest: str
    settings: Settings | None = None
    abandoned: int | None = None
    rounds: int = 0


class SettingsChanged(Fact):
    """Settings changed, by the table file at a start or by a directive: before, and now."""

    kind: Literal["settings_changed"] = "settings_changed"
    before: Settings
    after: Settings


class DaemonStarted(Fact):
    """A program began to write: digests of it, its models and the table file; boot and clocks."""

    kind: Literal["daemon_started"] = "daemon_started"
    version: Text
    program: Text
    models: Text
    settings: Text
    boot: Text
    wall_ms: int
    monotonic_ms: int
    is_synchronised: bool


class ClockStepped(Fact):
    """The wall clock was set: since the last look it parted from the monotonic one by `by_ms`."""

    kind: Literal["clock_stepped"] = "clock_stepped"
    by_ms: int
    monotonic_ms: int
    is_synchronised: bool


class DiskRanLow(Fact):
    """The disk under the record has little room left."""

    kind: Literal["disk_ran_low"] = "disk_ran_low"
    free_mb: int


class RecordDamaged(Fact):
    """A start found the record damaged: rows from `row` on are in the file that was set aside."""

    kind: Literal["record_damaged"] = "record_damaged"
    row: int
    file: Text


class RecordContradicted(Fact):
    """A witness remembers a record of `size` rows that this one does not continue."""

    kind: Literal["record_contradicted"] = "record_contradicted"
    witness: Text
    size: int


class DeviceConnected(Fact):
    """A driver reached its device and the device introduced itself."""

    kind: Literal["device_connected"] = "device_connected"
    device: Name
    device_kind: Name
    serial_number: Text = ""
    firmware: Text = ""
    # Which start of the device this is, and what it had counted before: another start may have
    # lost events.
    boot: int | None = None
    count: int | None = None


class DeviceLost(Fact):
    """A device, or its driver, stopped answering."""

    kind: Literal["device_lost"] = "device_lost"
    device: Name
    reason: Reason


class EvidenceKept(Fact):
    """A camera kept the pictures that decided its event `sequence`; `digest` names their bytes."""

    kind: Literal["evidence_kept"] = "evidence_kept"
    device: Name
    event_boot: int
    event_sequence: int
    digest: Text


class DriverFellSilent(Fact):
    """Nothing was heard of a driver for too long; what its device is doing is not known."""

    kind: Literal["driver_fell_silent"] = "driver_fell_silent"
    device: Name


class DriverReturned(Fact):
    """A driver that had fallen silent was heard again, the same process as before."""

    kind: Literal["driver_returned"] = "driver_returned"
    device: Name


class DaemonRestarted(Fact):
    """The daemon began anew in the middle of a round; what devices did meanwhile is not known."""

    kind: Literal["daemon_restarted"] = "daemon_restarted"


class EventsMissed(Fact):
    """A device's numbering jumped, or began late: events between the numbers never arrived."""

    kind: Literal["events_missed"] = "events_missed"
    device: Name
    last_sequence: int
    next_sequence: int


class ReportContradicted(Fact):
    """A device reported a number again with another content; what it said now is kept here."""

    kind: Literal["report_contradicted"] = "report_contradicted"
    device: Name
    sequence: int
    content: Text


class TimerEnded(Fact):
    """The betting timer of a round ran out."""

    kind: Literal["timer_ended"] = "timer_ended"
    round: int
