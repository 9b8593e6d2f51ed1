"""Simulated time: a heap of things to come, one source of chance, and a trace that must repeat."""

import hashlib
import heapq
import math
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

# The wall clock at the start of every storm, in ms: a date that means nothing.
EPOCH_MS: Final = 1_700_000_000_000

Due = tuple[float, float, int, Callable[[], None]]


class Timeline:
    """What happens next, and when; ties are broken by the seed, never by chance of the machine."""

    def __init__(self, seed: str, slack_s: float = 0.0) -> None:
        # The monotonic time of every process.
        self.now = 0.0
        # Seconds in which the table stood still and no clock ran; of its time all the same.
        self.leapt_s = 0
        # Processes that somebody or something waits for.
        self.urgent = 0
        # Timers that nobody waits for are put together at multiples of this, as systems do.
        self._slack_s = slack_s
        # Steps of the wall clock, which play must not mind.
        self.wall_offset_ms = 0
        self.chance = Random(seed)
        self.seen: Counter[str] = Counter()
        self.steps = 0
        self._trace = hashlib.sha256()
        # What happens, by the time of the table; and the timers of processes, by theirs.
        self._heap: list[Due] = []
        self._timers: list[Due] = []
        self._count = 0

    @property
    def time(self) -> float:
        """The time of the table, by which people and faults go."""
        return self.now + self.leapt_s

    def play_clock(self) -> float:
        """The time by which players bet: that of the table."""
        return self.now + self.leapt_s

    def clock(self) -> float:
        """The monotonic time of every process."""
        return self.now

    def wall_clock_ms(self) -> int:
        """The time for the record."""
        return EPOCH_MS + self.wall_offset_ms + int(self.now * 1000)

    def after(self, delay_s: float, action: Callable[[], None]) -> None:
        """Let something happen in a while."""
        self._push(self._heap, self.time + max(0.0, delay_s), action)

    def ring_at(self, due: float, action: Callable[[], None]) -> None:
        """Let a process's timer end at a time of its clock."""
        self._push(self._timers, max(self.now, due), action)

    def leisurely(self, due: float) -> float:
        """The time at which the system wakes somebody whose timer ends then."""
        if not self._slack_s or due == math.inf:
            return due
        return math.ceil(due / self._slack_s) * self._slack_s

    def step(self) -> None:
        """Let the next thing happen."""
        happens = self._heap[0][0] - self.leapt_s if self._heap else math.inf
        if self._timers and self._timers[0][0] < happens:
            self.now, _, _, action = heapq.heappop(self._timers)
        else:
            self.now, action = max(self.now, happens), heapq.heappop(self._heap)[3]
        self.steps += 1
        action()

    def still_s(self) -> int:
        """For how many whole seconds nothing will happen but timers of processes."""
        return int(self._heap[0][0] - self.time) if self._heap and not self.urgent else 0

    def leap(self, seconds: int) -> None:
        """Pass over whole seconds: everything keeps its distance to the next beat."""
        self.leapt_s += seconds

    def _push(self, heap: list[Due], when: float, action: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(heap, (when, self.chance.random(), self._count, action))

    def note(self, *words: object) -> None:
        """Add to the trace, by which two runs of a seed are compared."""
        self._trace.update(f"{self.time:.6f} {' '.join(map(str, words))}\n".encode())

    def saw(self, fact: str) -> None:
        """Count a fact that a campaign must meet sometimes."""
        self.seen[fact] += 1

    def digest(self) -> str:
        """The hash of everything noted so far."""
        return self._trace.hexdigest()
