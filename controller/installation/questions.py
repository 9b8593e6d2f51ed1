"""What a person is asked, all of it before the first change."""

import getpass
import os
import sys
from typing import Final, NamedTuple

from controller.installation.failure import InstallError
from controller.people.pins import is_weak

PIN_VARIABLE: Final = "UNDERFELT_NEW_PIN"
SHORTEST, LONGEST = 4, 12


class FirstTechnician(NamedTuple):
    """Who may log in first, and with which PIN."""

    name: str
    pin: str


def first_technician(name: str | None) -> FirstTechnician | None:
    """The technician named on the command line, with the PIN of the environment or asked for."""
    if name is None:
        return None
    pin = os.environ.get(PIN_VARIABLE, "")
    if not pin and sys.stdin.isatty():
        pin = getpass.getpass(f"New PIN of {name} (4 to 12 digits): ")
    if not (pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        raise InstallError(
            f"the PIN of {name} needs 4 to 12 digits; give it in {PIN_VARIABLE} or when asked"
        )
    if is_weak(pin):
        raise InstallError(
            f"the PIN of {name} is one of the first that anybody tries; choose digits without a"
            " pattern"
        )
    return FirstTechnician(name, pin)
