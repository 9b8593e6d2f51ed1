"""The faults there are: those any device can have, and those of a kind from its folder."""

from typing import Final

from config.wire_document import DEVICE_KINDS
from drivers.emulator.command_faults import (
    AnyLength,
    ClampLast,
    IgnoreLowIds,
    ObeyUnlinked,
    OneAnswer,
)
from drivers.emulator.fault import Fault, FaultTarget
from drivers.emulator.fault_entry import FOREVER, FaultEntry, FaultError
from drivers.emulator.line_faults import (
    BadCrc,
    Corrupt,
    CrashOnEmptyFrame,
    CrashOnLongFrame,
    DropConnection,
    Garbage,
    GoSilent,
    HalfFrame,
    IgnoreCrc,
    Late,
    Reboot,
    WrapLongFrame,
    WrongVersion,
)
from drivers.emulator.physical_faults import DoubleEvent, MissEvent
from drivers.emulator.promise_faults import (
    AckAllBefore,
    ChangeResent,
    ForgetInSilence,
    MissEarlyAck,
    NumberedHeartbeat,
    OldestIsOne,
    StartFurther,
    WrongLast,
)
from drivers.emulator.session_faults import (
    AckEverything,
    DoubleAck,
    ForgetAnswers,
    ForgetCount,
    ForgetEvent,
    HideState,
    IgnoreBoot,
    NoHeartbeat,
    RepeatOldBoot,
    SkipSequence,
    WideWindow,
    WrongAckSequence,
    WrongKind,
)
from drivers.emulator.timing_faults import HeartbeatEvery, HelloEvery, ResendEvery, SlowStart
from drivers.emulator.version_faults import (
    IgnoreVersion,
    MissForeignRefusal,
    MissForeignRequest,
    MissGrownRequest,
    ObeyForeignRefusal,
)
from drivers.kinds import find_part

_OF_ANY: Final = (
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
    FaultEntry("forget-count", ForgetCount, "counts from nothing after a power cut"),
    FaultEntry("hide-state", HideState, "tells nothing of what stands open after a power cut"),
    FaultEntry("skip-sequence", SkipSequence, "uses only every second event number"),
    FaultEntry("forget-event", ForgetEvent, "sends an event once, acknowledged or not"),
    FaultEntry("wide-window", WideWindow, "sends more events at once than its window allows"),
    FaultEntry("double-ack", DoubleAck, "answers a command twice"),
    FaultEntry("wrong-ack-sequence", WrongAckSequence, "answers under another number"),
    FaultEntry("ack-everything", AckEverything, "accepts what it cannot do"),
    FaultEntry("forget-answers", ForgetAnswers, "does a repeated command again"),
    FaultEntry("double-event", DoubleEvent, "reports one thing as two"),
    FaultEntry("miss-event", MissEvent, "a blind sensor: nothing noticed", "percent", 1.0),
    FaultEntry("forget-in-silence", ForgetInSilence, "loses its events when the host is silent"),
    FaultEntry("miss-early-ack", MissEarlyAck, "takes no acknowledgement before the link"),
    FaultEntry("ack-all-before", AckAllBefore, "one acknowledgement counts for all before it"),
    FaultEntry("change-resent", ChangeResent, "sends an event again with another content"),
    FaultEntry("start-further", StartFurther, "numbers its events from 101"),
    FaultEntry("oldest-is-one", OldestIsOne, "always says that event 1 is kept"),
    FaultEntry("wrong-last", WrongLast, "its heartbeat names no event"),
    FaultEntry("numbered-heartbeat", NumberedHeartbeat, "numbers its heartbeats"),
    FaultEntry("ignore-version", IgnoreVersion, "acts on frames of another version"),
    FaultEntry("miss-foreign-request", MissForeignRequest, "no hello to another version"),
    FaultEntry("miss-foreign-refusal", MissForeignRefusal, "no refusal in another version"),
    FaultEntry("miss-grown-request", MissGrownRequest, "no hello to a request that has grown"),
    FaultEntry("obey-foreign-refusal", ObeyForeignRefusal, "obeys a refusal of another start"),
    FaultEntry("hello-every", HelloEvery, "says hello at another pace", "seconds"),
    FaultEntry("resend-every", ResendEvery, "sends events again at another pace", "seconds"),
    FaultEntry("heartbeat-every", HeartbeatEvery, "beats at another pace", "seconds"),
    FaultEntry("slow-start", SlowStart, "is silent for so long after a start", "seconds"),
    FaultEntry("one-answer", OneAnswer, "remembers its last answer only"),
    FaultEntry("obey-unlinked", ObeyUnlinked, "carries out commands before the link"),
    FaultEntry("ignore-low-ids", IgnoreLowIds, "says nothing to unknown ids below 32"),
    FaultEntry("any-length", AnyLength, "takes commands of any length"),
    FaultEntry("clamp-last", ClampLast, "bends a command's last field into its range"),
    FaultEntry("wrap-long-frame", WrapLongFrame, "its buffer wraps at a long frame"),
    FaultEntry("crash-on-long-frame", CrashOnLongFrame, "starts again at a long frame"),
    FaultEntry("crash-on-empty-frame", CrashOnEmptyFrame, "starts again at two zero bytes"),
)


def faults_of(kind: str) -> tuple[FaultEntry, ...]:
    """The faults a device of this kind can have."""
    part = find_part(kind, "faults")
    own: tuple[FaultEntry, ...] = part.FAULTS if part else ()
    return (*_OF_ANY, *own)


def every_fault() -> dict[str, FaultEntry]:
    """The faults of all kinds, by name."""
    return {entry.name: entry for kind in DEVICE_KINDS for entry in faults_of(kind)}


def kinds_with(entry: FaultEntry) -> tuple[str, ...]:
    """The kinds of device that can have a fault."""
    return tuple(kind for kind in DEVICE_KINDS if entry in faults_of(kind))


def find_fault(name: str) -> FaultEntry:
    """The fault of this name."""
    faults = every_fault()
    if name not in faults:
        raise FaultError(f"no fault {name}; use one of {', '.join(faults)}")
    return faults[name]


def fitting_fault(kind: str, name: str) -> FaultEntry:
    """The fault of this name, if a device of this kind can have it."""
    entry = find_fault(name)
    fitting = kinds_with(entry)
    if kind not in fitting:
        raise FaultError(f"fault {name}: a {kind} cannot have it; it fits {', '.join(fitting)}")
    return entry


def make_fault(target: FaultTarget, name: str, argument: str | None = None) -> Fault:
    """Build a fault for a device, from words as an operator writes them."""
    entry = fitting_fault(target.document.kind, name)
    return entry.make(target, entry.amount(argument))
