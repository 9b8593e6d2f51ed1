"""Conditions: pure predicates over what is known of a table, one row each."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from controller.alarms.readings import ReadingShare
from controller.bus.messages import LinkStatistics
from controller.facts.alarms import PRIORITIES, Priority
from controller.facts.board import DeviceView, HoldView
from controller.facts.phrase import Phrase, phrase

# The one device that no table file names.
SCREENS: Final = "scoreboard"
DISK_FULL_PERCENT: Final = 80
DISK_SHORT_PERCENT: Final = 95
# Below so many frames a share of damaged ones says nothing.
FEWEST_FRAMES: Final = 500
MOST_DAMAGED_PERCENT: Final = 1
# These end by themselves, mostly before anybody could come.
ENDING_HOLDS: Final = frozenset({"device-lost", "daemon-restarted"})
# A hold a technician has asked for is no alarm.
WANTED_HOLDS: Final = frozenset({"device-tested"})


class Watched(NamedTuple):
    """What is known of a table now; `holds` counts its holds, so that two are never one."""

    hold: HoldView | None = None
    holds: int = 0
    devices: tuple[DeviceView, ...] = ()
    links: tuple[LinkStatistics, ...] = ()
    readings: tuple[ReadingShare, ...] = ()
    # Why the record cannot grow, if it cannot.
    trouble: str = ""
    disk_percent: int = 0
    is_synchronised: bool = True


class Found(NamedTuple):
    """What is wrong: a key for each cause, its sentence, and which time it happens."""

    key: str
    told: Phrase
    instance: int = 0


class Condition(NamedTuple):
    """A kind of alarm: it is raised when its cause has lasted, and latches or ends by itself."""

    name: str
    priority: Priority
    delay_s: float
    latches: bool
    found: Callable[[Watched], Iterator[Found]]


class Cause(NamedTuple):
    """A cause that is there now, under the most urgent condition that names it."""

    found: Found
    condition: Condition


def causes(watched: Watched) -> dict[str, Cause]:
    """Every cause by its key: what two conditions name is one alarm, the more urgent one."""
    known: dict[str, Cause] = {}
    for condition in CONDITIONS:
        for found in condition.found(watched):
            known.setdefault(found.key, Cause(found, condition))
    return known


def _held(watched: Watched) -> Iterator[Found]:
    hold = watched.hold
    if hold is not None and not hold.naming and hold.name not in ENDING_HOLDS | WANTED_HOLDS:
        yield Found("hold", _told(hold), watched.holds)


def _awaited(watched: Watched) -> Iterator[Found]:
    """A hold that ends by itself when a device is heard of: the device is the cause."""
    hold = watched.hold
    if hold is not None and hold.name in ENDING_HOLDS:
        device = hold.seen.arguments.get("device")
        key = f"device {device}" if device else "hold"
        yield Found(key, hold.seen, 0 if device else watched.holds)


def _told(hold: HoldView) -> Phrase:
    """What the house dealer is told of the hold."""
    return Phrase(f"hold-{hold.name}")


def _misread(watched: Watched) -> Iterator[Found]:
    """What the house dealer may key in himself does not need the floor."""
    if watched.hold is not None and watched.hold.naming:
        yield Found("hold", _told(watched.hold), watched.holds)


def _record_stuck(watched: Watched) -> Iterator[Found]:
    if watched.trouble:
        yield Found("record", phrase("alarm-record-stuck", reason=watched.trouble))


def _device_lost(watched: Watched) -> Iterator[Found]:
    return _lost(each for each in watched.devices if each.device != SCREENS)


def _screens_dark(watched: Watched) -> Iterator[Found]:
    """Players look at the screens; nobody needs them to deal."""
    return _lost(each for each in watched.devices if each.device == SCREENS)


def _lost(devices: Iterable[DeviceView]) -> Iterator[Found]:
    for device in devices:
        if device.state == "unavailable":
            told = phrase("device-away", device=device.device, reason=device.reason)
            yield Found(f"device {device.device}", told)
        elif device.state == "silent":
            told = phrase("driver-silent", device=device.device)
            yield Found(f"device {device.device}", told)


def _disk_short(watched: Watched) -> Iterator[Found]:
    if watched.disk_percent >= DISK_SHORT_PERCENT:
        yield Found("disk", phrase("alarm-disk", percent=watched.disk_percent))


def _disk_filling(watched: Watched) -> Iterator[Found]:
    if watched.disk_percent >= DISK_FULL_PERCENT:
        yield Found("disk", phrase("alarm-disk", percent=watched.disk_percent))


def _clock_free(watched: Watched) -> Iterator[Found]:
    if not watched.is_synchronised:
        yield Found("clock", phrase("alarm-clock"))


def _link_damaged(watched: Watched) -> Iterator[Found]:
    for link in watched.links:
        damaged = link.bad_crc + link.bad_frames
        share = 100 * damaged // max(1, link.frames_in + damaged)
        if link.frames_in >= FEWEST_FRAMES and share >= MOST_DAMAGED_PERCENT:
            told = phrase("alarm-link", device=link.device, percent=share)
            yield Found(f"link {link.device}", told)


def _unread_rising(watched: Watched) -> Iterator[Found]:
    """One card that nobody read is keyed in; many of them are a lamp, a glass or a deck."""
    for share in watched.readings:
        if share.has_risen:
            told = phrase("alarm-unread", device=share.device, percent=share.percent)
            yield Found(f"unread {share.device}", told)


# A loss of two seconds is a cable that was moved; nobody need come for it.
_ROWS: Final = (
    Condition("record-stuck", "high", 0, True, _record_stuck),
    Condition("held", "high", 0, True, _held),
    Condition("device-awaited", "high", 3, True, _awaited),
    Condition("misread", "medium", 0, False, _misread),
    Condition("device-lost", "medium", 3, True, _device_lost),
    Condition("disk-short", "medium", 0, False, _disk_short),
    Condition("disk-filling", "low", 0, False, _disk_filling),
    Condition("screens-dark", "low", 30, False, _screens_dark),
    Condition("clock-free", "low", 60, False, _clock_free),
    Condition("link-damaged", "low", 10, False, _link_damaged),
    Condition("unread-rising", "low", 0, False, _unread_rising),
)
# The most urgent first: it is the one that names a cause.
CONDITIONS: Final = tuple(sorted(_ROWS, key=lambda row: PRIORITIES.index(row.priority)))
