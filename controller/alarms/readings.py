"""How often each device could not read: in the last hour, and before it. Pure, told the time."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from controller.facts.events import CardDrawn, CardUnreadable, DiceRead, DiceUnreadable, Event

HOUR_MS: Final = 3_600_000
READ: Final = (CardDrawn, DiceRead)
UNREAD: Final = (CardUnreadable, DiceUnreadable)
# Fewer say nothing: a hand in the way now and then is a dealer at work.
FEWEST_UNREAD: Final = 6
MOST_PERCENT: Final = 3
# So many times the share of before is a rise, and one in a hundred is always allowed.
RISE: Final = 2
USUAL: Final = 0.01


class ReadingShare(NamedTuple):
    """What a device was shown and could not read, in the last hour and before it."""

    device: str
    reads: int
    unread: int
    earlier_reads: int = 0
    earlier_unread: int = 0

    @property
    def percent(self) -> int:
        """The share of the last hour that was not read."""
        return 100 * self.unread // max(self.reads, 1)

    @property
    def has_risen(self) -> bool:
        """Whether more is not read than a lamp, a glass and a deck in order leave."""
        earlier = max(self.earlier_unread / max(self.earlier_reads, 1), USUAL)
        is_more = self.unread >= RISE * earlier * self.reads
        return self.unread >= FEWEST_UNREAD and self.percent >= MOST_PERCENT and is_more


@dataclass(slots=True)
class _Counts:
    newest: deque[tuple[int, bool]] = field(default_factory=deque)
    unread: int = 0
    earlier_reads: int = 0
    earlier_unread: int = 0


class Readings:
    """Counts what devices read; what is older than an hour is what was usual."""

    def __init__(self) -> None:
        self._devices: dict[str, _Counts] = {}

    def take(self, device: str, event: Event, now_ms: int) -> None:
        """Count one event, if it is a reading."""
        if isinstance(event, READ + UNREAD):
            is_unread = isinstance(event, UNREAD)
            counts = self._devices.setdefault(device, _Counts())
            counts.newest.append((now_ms, is_unread))
            counts.unread += is_unread

    def shares(self, now_ms: int) -> tuple[ReadingShare, ...]:
        """What each device did in the last hour."""
        return tuple(self._shares(now_ms))

    def _shares(self, now_ms: int) -> Iterator[ReadingShare]:
        for device, counts in self._devices.items():
            while counts.newest and counts.newest[0][0] <= now_ms - HOUR_MS:
                _, is_unread = counts.newest.popleft()
                counts.unread -= is_unread
                counts.earlier_reads += 1
                counts.earlier_unread += is_unread
            now = (len(counts.newest), counts.unread)
            yield ReadingShare(device, *now, counts.earlier_reads, counts.earlier_unread)
