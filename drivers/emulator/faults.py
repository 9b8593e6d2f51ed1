"""The faults there are: by name, with their arguments, for the devices they fit."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from controller.facts.failure import OperatorError
from controller.facts.kinds import DEVICE_KINDS
from drivers.emulator.fault import Fault, FaultTarget
from drivers.emulator.line_faults import (
    BadCrc,
    Corrupt,
    DropConnection,
    Garbage,
    GoSilent,
    HalfFrame,
    IgnoreCrc,
    Late,
    Reboot,
    WrongVersion,
)
from drivers.emulator.physical_faults import (
    Bounce,
    CockedDice,
    DoubleEvent,
    Jam,
    Miscount,
    Misread,
    MissEvent,
    ShortStack,
    StuckKey,
    StuckLamp,
    SwapCards,
    WrongCard,
    WrongColour,
)
from drivers.emulator.session_faults import (
    AckEverything,
    DoubleAck,
    ForgetAnswers,
    ForgetEvent,
    IgnoreBoot,
    NoHeartbeat,
    RepeatOldBoot,
    SkipSequence,
    WideWindow,
    WrongAckSequence,
    WrongKind,
)

FOREVER: Final = float("inf")
MOST_SECONDS: Final = 3600.0

Argument = Literal["none", "percent", "seconds"]


class FaultError(OperatorError):
    """A fault that does not exist, does not fit the device, or has a wrong argument."""


@dataclass(frozen=True, slots=True)
class FaultEntry:
    """One fault: its name, its argument, the kinds it fits; no `default` means it must be given."""

    name: str
    make: type[Fault]
    summary: str
    argument: Argument = "none"
    default: float | None = None
    kinds: tuple[str, ...] = DEVICE_KINDS

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


_CARDS: Final = ("shoe",)
_SHUFFLER: Final = ("shuffler",)

_ENTRIES: Final = (
    FaultEntry("drop-connection", DropConnection, "the cable is out for a while", "seconds", 1.0),
    FaultEntry("corrupt", Corrupt, "frames get 1 to 3 wrong bytes, both ways", "percent"),
    FaultEntry("go-silent", GoSilent, "hears and works, says nothing", "seconds", FOREVER),
    FaultEntry("late", Late, "everything it says comes late", "seconds"),
    FaultEntry("reboot", Reboot, "power cut: unacknowledged events are gone"),
    FaultEntry("bad-crc", BadCrc, "frames leave with a wrong checksum", "percent", 1.0),
    FaultEntry("garbage", Garbage, "noise between the frames", "percent", 1.0),
    FaultEntry("half-frame", HalfFrame, "frames break off in the middle", "percent", 0.5),
    FaultEntry("ignore-crc", IgnoreCrc, "does not check what it hears"),
    FaultEntry("wrong-version", WrongVersion, "speaks the next protocol version"),
    FaultEntry("wrong-kind", WrongKind, "says it is another kind of device"),
    FaultEntry("repeat-old-boot", RepeatOldBoot, "the same boot number after every start"),
    FaultEntry("ignore-boot", IgnoreBoot, "takes acknowledgements of an earlier start"),
    FaultEntry("no-heartbeat", NoHeartbeat, "says nothing while idle"),
    FaultEntry("skip-sequence", SkipSequence, "uses only every second event number"),
    FaultEntry("forget-event", ForgetEvent, "sends an event once, acknowledged or not"),
    FaultEntry("wide-window", WideWindow, "sends more events at once than its window allows"),
    FaultEntry("double-ack", DoubleAck, "answers a command twice"),
    FaultEntry("wrong-ack-sequence", WrongAckSequence, "answers under another number"),
    FaultEntry("ack-everything", AckEverything, "accepts what it cannot do"),
    FaultEntry("forget-answers", ForgetAnswers, "does a repeated command again"),
    FaultEntry("double-event", DoubleEvent, "reports one thing as two"),
    FaultEntry("miss-event", MissEvent, "a blind sensor: nothing noticed", "percent", 1.0),
    FaultEntry("misread", Misread, "readings fail", "percent", kinds=("shoe", "dice-cup")),
    FaultEntry("wrong-card", WrongCard, "takes a card for another", "percent", 1.0, _CARDS),
    FaultEntry("swap-cards", SwapCards, "reports two cards in each other's place", kinds=_CARDS),
    FaultEntry("jam", Jam, "a card gets stuck", kinds=_SHUFFLER),
    FaultEntry("short-stack", ShortStack, "a stack with a card less than ordered", kinds=_SHUFFLER),
    FaultEntry("miscount", Miscount, "counts a deck one card short", kinds=_SHUFFLER),
    FaultEntry("wrong-colour", WrongColour, "takes the back colour for another", kinds=_SHUFFLER),
    FaultEntry("cocked-dice", CockedDice, "a die always leans", kinds=("dice-cup",)),
    FaultEntry("stuck-lamp", StuckLamp, "seat 1's action lamp stays dark", kinds=("lamps",)),
    FaultEntry("stuck-key", StuckKey, "every press is a long one", kinds=("entry-pad",)),
    FaultEntry("bounce", Bounce, "one press counts as two", kinds=("entry-pad",)),
)
FAULTS: Final = {entry.name: entry for entry in _ENTRIES}


def faults_of(kind: str) -> tuple[FaultEntry, ...]:
    """The faults a device of this kind can have."""
    return tuple(entry for entry in _ENTRIES if kind in entry.kinds)


def find_fault(name: str) -> FaultEntry:
    """The fault of this name."""
    entry = FAULTS.get(name)
    if entry is None:
        known = ", ".join(FAULTS)
        raise FaultError(f"no fault {name}; use one of {known}")
    return entry


def make_fault(target: FaultTarget, name: str, argument: str | None = None) -> Fault:
    """Build a fault for a device, from words as an operator writes them."""
    entry = find_fault(name)
    kind = target.document.kind
    if kind not in entry.kinds:
        fitting = ", ".join(entry.kinds)
        raise FaultError(f"fault {name}: a {kind} cannot have it; it fits {fitting}")
    return entry.make(target, entry.amount(argument))


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
