"""The GPIO chip behind a Pi's header, found by its label."""

from typing import Final, NamedTuple

import gpiod

from config.device import HIGHEST_PIN
from drivers.runtime.pin_backend import REMEDIES, PinError, chip_files

# From the newest board to the oldest; on each of them GPIO n is line n of this chip.
LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")


class HeaderChip(NamedTuple):
    """What a chip says of itself."""

    path: str
    name: str
    label: str
    lines: int

    def __str__(self) -> str:
        return f"{self.name} {self.label} ({self.lines} lines)"


def find_chip() -> HeaderChip:
    """The chip whose lines are the pins of the header."""
    # A distribution's libgpiod 1 has the same module name.
    if not hasattr(gpiod, "LineSettings"):
        raise PinError(f"gpiod is older than 2.1; {REMEDIES['gpiod']}")
    seen = [_look(str(file)) for file in chip_files()]
    known = [chip for label in LABELS for chip in seen if chip.label == label]
    # A Pi 5 also has wide chips that switch its radio: never guess between two.
    wide = [chip for chip in seen if chip.lines > HIGHEST_PIN]
    if known or len(wide) == 1:
        return (known or wide)[0]
    names = ", ".join(map(str, seen))
    raise PinError(f"no chip of a Pi's header among {names}; run on a Pi, or use serial devices")


def _look(path: str) -> HeaderChip:
    with gpiod.Chip(path) as chip:
        told = chip.get_info()
        return HeaderChip(path, told.name, told.label, told.num_lines)
