"""The manner of a seed: how brisk its people are, and how soon its machine wakes a process."""

from functools import cache
from random import Random
from typing import Final, NamedTuple

from config.wire_document import load_wire

# Of all seeds, so many have a machine that wakes a process for every heartbeat at once.
EAGER: Final = 0.15
# Machines put timers together that nobody waits for: so many seconds apart they are served.
SLACKS_S: Final = (0.25, 0.5, 1.0)
# How often slower than a dealer who never waits: 40 to 70 rounds an hour, as in a room.
PACES: Final = (1.0, 6.0)
# Of the time, a table stands dark for so much at most: nobody plays, all processes run.
DARK: Final = 0.6
# Of all machines, so many have a clock that a server keeps; elsewhere a quiet alarm says so.
SYNCHRONISED: Final = 0.7
# A table of every family that has an emulated one; baccarat, of which most is checked, thrice.
TABLES: Final = (
    *("baccarat",) * 3,
    "supreme",
    "three-card",
    "holdem",
    "fortune",
    "machine-fortune",
    "tiles",
    "pan9",
    "twenty-one",
    "caribbean",
)
# After the code byte of COBS and the version, neither of which is zero.
_TYPE_AT: Final = 2
_BEATS: Final = ("host_heartbeat", "device_heartbeat")


class Manner(NamedTuple):
    """What a seed has besides its faults."""

    slack_s: float
    pace: float
    table: str
    dark: float
    is_synchronised: bool

    @property
    def is_lazy(self) -> bool:
        """Whether a heartbeat alone wakes nobody."""
        return self.slack_s > 0


def manner_of(seed: int) -> Manner:
    """Drawn apart from the faults: leaving out a fault changes nothing here."""
    chance = Random(f"{seed}/manner")
    is_lazy, pace = chance.random() >= EAGER, chance.uniform(*PACES)
    table, slack_s = chance.choice(TABLES), chance.choice(SLACKS_S)
    dark, is_synchronised = chance.uniform(0.0, DARK), chance.random() < SYNCHRONISED
    return Manner(slack_s if is_lazy else 0.0, pace, table, dark, is_synchronised)


def is_beat(data: bytes) -> bool:
    """Tell whether bytes of a line are one heartbeat: version and type stand as they are."""
    return len(data) > _TYPE_AT and data[_TYPE_AT] in _beats() and data.find(0) == len(data) - 1


@cache
def _beats() -> frozenset[int]:
    document = load_wire("shoe")
    return frozenset(document.by_name[name].id for name in _BEATS)
