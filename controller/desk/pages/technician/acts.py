"""What the technician's page may ask for."""

from typing import Final, Literal

from controller.facts.fact import Fact, Name, PersonName, Seat
from controller.facts.roles import Pin, Role


class TryDevice(Fact):
    """Begin the test of a device."""

    kind: Literal["try_device"] = "try_device"
    device: Name


class LightSeat(Fact):
    """Light the lamps of one seat, or none."""

    kind: Literal["light_seat"] = "light_seat"
    device: Name
    seat: Seat | None


class EndOfTest(Fact):
    """Give the device back to the table."""

    kind: Literal["end_test"] = "end_test"
    device: Name


class Examine(Fact):
    """Look again whether what was found is cured."""

    kind: Literal["examine"] = "examine"


class MakeBundle(Fact):
    """Put together what a bug report needs."""

    kind: Literal["make_bundle"] = "make_bundle"


class AddPerson(Fact):
    """Let a person log in."""

    kind: Literal["add_person"] = "add_person"
    person: PersonName
    role: Role
    pin: Pin


class LockPerson(Fact):
    """Keep a person out."""

    kind: Literal["lock_person"] = "lock_person"
    person: PersonName


class ResetPerson(Fact):
    """Give a person a new PIN."""

    kind: Literal["reset_person"] = "reset_person"
    person: PersonName
    pin: Pin


class Bundle(Fact):
    """A zip file for whoever mends the program, in base64."""

    name: str
    content: str


REQUESTS: Final = (
    TryDevice,
    LightSeat,
    EndOfTest,
    Examine,
    MakeBundle,
    AddPerson,
    LockPerson,
    ResetPerson,
)
