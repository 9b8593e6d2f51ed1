"""Commands for a device: one at a time, repeated until answered, tried again if refused."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from config.wire_document import WireDocument
from drivers.wire.codec import WireMessage

NEVER: Final = float("inf")


@dataclass(slots=True)
class _Queued:
    message: WireMessage
    sequence: int = 0
    first_sent: float = NEVER
    due: float = 0.0
    fault: str = ""


@dataclass(slots=True)
class CommandQueue:
    """The order of commands for one device and the answer each one still needs."""

    document: WireDocument
    _waiting: list[_Queued] = field(default_factory=list)
    _last_sequence: int = 0

    def add(self, message: WireMessage) -> None:
        """Put a command in line; those it makes pointless leave, a twin is not added."""
        replaced = self.document.by_name[message.name].replaces
        self._keep(lambda item: item.sequence != 0 or item.message.name not in replaced)
        if all(item.message != message for item in self._waiting):
            self._waiting.append(_Queued(message))

    def next_to_send(self, now: float) -> tuple[int, WireMessage] | None:
        """The command to put on the wire at this moment, if any."""
        if now < self.due():
            return None
        head = self._waiting[0]
        if head.sequence == 0:
            self._last_sequence += 1
            head.sequence = self._last_sequence
        head.first_sent = min(head.first_sent, now)
        head.due = now + self.document.timings.resend_ms / 1000
        return head.sequence, head.message

    @property
    def is_empty(self) -> bool:
        """Whether no command waits for its turn or its answer."""
        return not self._waiting

    def due(self) -> float:
        """When the next command should be sent."""
        return self._waiting[0].due if self._waiting else NEVER

    def unanswered_since(self) -> float:
        """When the command under way was first sent."""
        return self._waiting[0].first_sent if self._waiting else NEVER

    def accept(self, sequence: int) -> WireMessage | None:
        """The device took the command; None when the answer is not for the one under way."""
        if not self._is_under_way(sequence):
            return None
        return self._waiting.pop(0).message

    def refuse(self, sequence: int, fault: str, retry: bool, now: float) -> WireMessage | None:
        """The device refused; returns the command back when this refusal is news."""
        if not self._is_under_way(sequence):
            return None
        head = self._waiting[0]
        is_news = head.fault != fault
        if retry and not self._is_replaced(head):
            retry_at = now + self.document.timings.retry_ms / 1000
            self._waiting[0] = _Queued(head.message, due=retry_at, fault=fault)
        else:
            self._waiting.pop(0)
        return head.message if is_news else None

    def restart(self) -> None:
        """A new link: the command under way goes out again at once, under its old number."""
        if self._waiting:
            self._waiting[0].due = 0.0
            self._waiting[0].first_sent = NEVER

    def _is_under_way(self, sequence: int) -> bool:
        return sequence != 0 and bool(self._waiting) and self._waiting[0].sequence == sequence

    def _is_replaced(self, head: _Queued) -> bool:
        later = (self.document.by_name[item.message.name] for item in self._waiting[1:])
        return any(head.message.name in command.replaces for command in later)

    def _keep(self, wanted: Callable[[_Queued], bool]) -> None:
        self._waiting = [item for item in self._waiting if wanted(item)]
