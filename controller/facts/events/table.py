"""The table itself and its devices: opened, found, lost, timed."""

from typing import Literal

from controller.facts.fact import Fact, Name, Seat, Text


class TableOpened(Fact):
    """The daemon began a record under these rules; `digest` names their exact content."""

    kind: Literal["table_opened"] = "table_opened"
    table: Name
    game: str
    seats: Seat
    digest: str


class RecordDamaged(Fact):
    """A start found the record damaged: rows from `row` on are in the file that was set aside."""

    kind: Literal["record_damaged"] = "record_damaged"
    row: int
    file: Text


class DeviceConnected(Fact):
    """A driver reached its device and the device introduced itself."""

    kind: Literal["device_connected"] = "device_connected"
    device: Name
    device_kind: Name
    serial_number: Text = ""
    firmware: Text = ""


class DeviceLost(Fact):
    """A device, or its driver, stopped answering."""

    kind: Literal["device_lost"] = "device_lost"
    device: Name
    reason: Text


class DriverFellSilent(Fact):
    """Nothing was heard of a driver for too long; what its device is doing is not known."""

    kind: Literal["driver_fell_silent"] = "driver_fell_silent"
    device: Name


class DriverReturned(Fact):
    """A driver that had fallen silent was heard again, the same process as before."""

    kind: Literal["driver_returned"] = "driver_returned"
    device: Name


class EventsMissed(Fact):
    """A device's numbering jumped: events between the two numbers never arrived."""

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
