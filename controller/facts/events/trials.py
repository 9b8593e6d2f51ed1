"""Tests of devices: a technician tries one while the table waits, and the record says so."""

from typing import Final, Literal

from controller.facts.fact import Fact, Name, PersonName, Text

# What a table is held for while a device is tried that no round waits for.
TESTED: Final = "device-tested"


class DeviceTestStarted(Fact):
    """A person tries a device; the table waits, and what the device reports is the test's."""

    kind: Literal["device_test_started"] = "device_test_started"
    device: Name
    by: PersonName


class DeviceTestSeen(Fact):
    """What a device reported while it was tried: the event as text, which nobody played."""

    kind: Literal["device_test_seen"] = "device_test_seen"
    device: Name
    content: Text


class DeviceTestEnded(Fact):
    """A test is over; the table goes on, and the device is the table's again."""

    kind: Literal["device_test_ended"] = "device_test_ended"
    device: Name
    by: PersonName
