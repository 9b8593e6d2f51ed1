"""A fault as an operator writes it: its name, its argument, what it does."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from controller.facts.failure import OperatorError
from drivers.emulator.fault import Fault

FOREVER: Final = float("inf")
MOST_SECONDS: Final = 3600.0

Argument = Literal["none", "percent", "seconds"]


class FaultError(OperatorError):
    """A fault that does not exist, does not fit the device, or has a wrong argument."""


@dataclass(frozen=True, slots=True)
class FaultEntry:
    """One fault: its name and its argument; no `default` means it must be given."""

    name: str
    make: type[Fault]
    summary: str
    argument: Argument = "none"
    default: float | None = None

    @property
    def usage(self) -> str:
        """How the fault is written on a command line."""
        if self.argument == "none":
            return self.name
        word = self.argument.upper()
        return f"{self.name} {word}" if self.default is None else f"{self.name} [{word}]"

    def amount(self, text: str | None) -> float:
        """The argument as a number: a share from 0 to 1, or seconds."""
        if self.argument == "none":
            if text is not None:
                raise FaultError(f"fault {self.name}: takes no argument; leave out {text!r}")
            return 1.0
        if text is None:
            if self.default is None:
                raise FaultError(f"fault {self.name}: {self.argument} missing; {_like(self)}")
            return self.default
        return _share(self, text) if self.argument == "percent" else _seconds(self, text)


def _share(entry: FaultEntry, text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?%", text.strip())
    if found is None or not 0 < float(found[1]) <= 100:
        raise FaultError(f"fault {entry.name}: {text!r} is no percentage; {_like(entry)}")
    return float(found[1]) / 100


def _seconds(entry: FaultEntry, text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?(ms|s)", text.strip())
    if found is None:
        raise FaultError(f"fault {entry.name}: {text!r} is no duration; {_like(entry)}")
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
    if not 0 < seconds <= MOST_SECONDS:
        raise FaultError(f"fault {entry.name}: {text!r} is out of range; give 1ms to 3600s")
    return seconds


def _like(entry: FaultEntry) -> str:
    if entry.argument == "percent":
        return f"write {entry.name} 5% (above 0%, at most 100%)"
    return f"write {entry.name} 2s or {entry.name} 250ms"
