"""Figures of one link since its driver started, and the report made of them."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from controller.bus.messages import LinkStatistics
from drivers.wire.framing import FrameCounts

STATISTICS_S: Final = 10.0
SAMPLES: Final = 32


def _samples() -> deque[float]:
    return deque(maxlen=SAMPLES)


@dataclass(slots=True)
class LinkCounts:
    """What passed over the link, and how long answers took."""

    frames: FrameCounts = field(default_factory=FrameCounts)
    sent: int = 0
    links: int = 0
    foreign_version: int = 0
    breaches: int = 0
    resends: int = 0
    round_trips: deque[float] = field(default_factory=_samples)
    recordings: deque[float] = field(default_factory=_samples)
    _asked: tuple[int, float] | None = None
    _delivered: dict[tuple[int, int], float] = field(default_factory=dict)

    def note_command(self, sequence: int, now: float) -> None:
        """A command went out; one that goes out again cannot be timed."""
        if self._asked is not None and self._asked[0] == sequence:
            self.resends += 1
            self._asked = (sequence, float("inf"))
        else:
            self._asked = (sequence, now)

    def note_reply(self, sequence: int, now: float) -> None:
        """The device answered a command."""
        if self._asked is not None and self._asked[0] == sequence and self._asked[1] <= now:
            self.round_trips.append(now - self._asked[1])
        self._asked = None

    def note_event(self, boot: int, sequence: int, now: float) -> None:
        """An event is on its way to the record."""
        self._delivered[boot, sequence] = now

    def note_recorded(self, boot: int, sequence: int, now: float) -> None:
        """An event is in the record."""
        at = self._delivered.pop((boot, sequence), None)
        if at is not None:
            self.recordings.append(now - at)

    def report(self, device: str, is_linked: bool, uptime_s: float) -> LinkStatistics:
        """The figures as the bus carries them."""
        return LinkStatistics(
            device=device,
            is_linked=is_linked,
            uptime_s=int(uptime_s),
            frames_in=self.frames.good,
            frames_out=self.sent,
            bad_crc=self.frames.bad_crc,
            bad_frames=self.frames.bad - self.frames.bad_crc,
            resends=self.resends,
            reconnects=max(0, self.links - 1),
            round_trip_ms=_median_ms(self.round_trips),
            record_ms=_median_ms(self.recordings),
        )


def _median_ms(samples: Iterable[float]) -> float | None:
    found = list(samples)
    return round(median(found) * 1000, 2) if found else None
