"""The manner of a seed: how brisk its people are, and how soon its machine wakes a process."""

from functools import cache
from random import Random
from typing import Final, NamedTuple

from config.wire_document import load_wire

# Of all seeds, so many have a machine that wakes a process for every heartbeat at once.
EAGER: Final = 0.15
# How often slower than a dealer who never waits; a room plays 60 to 120 rounds an hour.
PACES: Final = (1.0, 4.0)
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

    is_lazy: bool
    pace: float
    table: str


def manner_of(seed: int) -> Manner:
    """Drawn apart from the faults: leaving out a fault changes nothing here."""
    chance = Random(f"{seed}/manner")
    is_lazy, pace = chance.random() >= EAGER, chance.uniform(*PACES)
    return Manner(is_lazy, pace, chance.choice(TABLES))


def is_beat(data: bytes) -> bool:
    """Tell whether bytes of a line are one heartbeat: version and type stand as they are."""
    return len(data) > _TYPE_AT and data[_TYPE_AT] in _beats() and data.find(0) == len(data) - 1


@cache
def _beats() -> frozenset[int]:
    document = load_wire("shoe")
    return frozenset(document.by_name[name].id for name in _BEATS)
