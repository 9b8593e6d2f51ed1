"""The order of a device's events: each delivered once, in sequence, whatever was lost or resent."""

from dataclasses import dataclass, field
from typing import Final

from drivers.wire.codec import WireMessage

MAX_EARLY: Final = 64

Numbered = tuple[int, WireMessage]


@dataclass(slots=True)
class EventOrder:
    """Holds back events that came before their predecessors; knows which are not acknowledged."""

    patience_s: float
    boot: int = 0
    _expected: int = 1
    _unacknowledged: set[int] = field(default_factory=set)
    _early: dict[int, WireMessage] = field(default_factory=dict)
    _gap_since: float | None = None

    def begin(self, boot: int, oldest: int, now: float) -> list[Numbered]:
        """The device introduced itself; within one boot the numbering goes on."""
        if boot != self.boot:
            self.boot = boot
            self._expected = oldest
            self._unacknowledged.clear()
            self._early.clear()
        # What is older than the oldest kept event will not come any more.
        self._expected = max(self._expected, oldest)
        self._early = {n: event for n, event in self._early.items() if n >= self._expected}
        return self._release(now)

    def take(self, sequence: int, message: WireMessage, now: float) -> list[Numbered]:
        """Take one event in; give back those whose turn has come."""
        if sequence >= self._expected and len(self._early) < MAX_EARLY:
            self._early[sequence] = message
        return self._release(now)

    def wait_on(self, now: float) -> None:
        """Something was done about the gap: the patience begins again."""
        self._gap_since = now

    @property
    def is_whole(self) -> bool:
        """Whether no event is missing before one that is here."""
        return self._gap_since is None

    def gap_due(self) -> float:
        """When to ask the device what has become of the events in a gap."""
        return float("inf") if self._gap_since is None else self._gap_since + self.patience_s

    def is_known(self, sequence: int) -> bool:
        """Whether this event came before: the device repeats it."""
        return sequence < self._expected or sequence in self._early

    def is_settled(self, sequence: int) -> bool:
        """Whether this event was delivered and acknowledged: a resend needs only a new ack."""
        return sequence < self._expected and sequence not in self._unacknowledged

    def acknowledge(self, boot: int, sequence: int) -> bool:
        """Note an acknowledgement; False when it belongs to an earlier boot of the device."""
        if boot == self.boot:
            self._unacknowledged.discard(sequence)
        return boot == self.boot

    def _release(self, now: float) -> list[Numbered]:
        released: list[Numbered] = []
        while self._expected in self._early:
            released.append((self._expected, self._early.pop(self._expected)))
            self._unacknowledged.add(self._expected)
            self._expected += 1
        if not self._early:
            self._gap_since = None
        elif released or self._gap_since is None:
            self._gap_since = now
        return released
