"""The real host session on a device under trial: takes every event at once, gives orders."""

import time
from collections.abc import Callable
from typing import Final

from config.words.reasons import in_english
from drivers.conformance.wire_line import WireLine
from drivers.requirement import Action, ViolationError
from drivers.wire.codec import Value, WireMessage, wire_message
from drivers.wire.notice import (
    CommandAccepted,
    CommandRefused,
    DeviceRefused,
    EventReceived,
    HostNotice,
    SessionResult,
)
from drivers.wire.session import HostSession

QUIET_S: Final = 0.1
TURN_S: Final = 0.02
FOREVER: Final = float("inf")


class LinkedHost:
    """A host whose record is a list."""

    def __init__(self, line: WireLine) -> None:
        self._line = line
        self._events: list[WireMessage] = []
        self._answers: list[CommandAccepted | CommandRefused] = []
        self._refusal = ""
        self._session = self._link()

    def quiet(self) -> list[WireMessage]:
        """Take what comes until nothing more does; returns the events nobody asked for."""
        deadline = time.monotonic() + QUIET_S
        while time.monotonic() < deadline:
            before = len(self._events)
            self._turn()
            if len(self._events) > before:
                deadline = time.monotonic() + QUIET_S
        taken, self._events = self._events, []
        return taken

    def arrange(self, action: Action) -> None:
        """Let a hand prepare what is tried; what it makes the device tell is not judged."""
        self._line.hands.arrange(action)
        self._line.await_word()
        while self._line.is_awaiting:
            self._turn()
        self.quiet()

    def event(self, *names: str) -> WireMessage:
        """The next event, which must be one of these."""
        wanted = " or ".join(names)
        by_hand_s = FOREVER if self._line.hands.is_person else self._line.patience_of(names)
        self._until(lambda: bool(self._events), f"expected {wanted}, nothing came", by_hand_s)
        found = self._events.pop(0)
        if found.name not in names:
            raise ViolationError(f"expected {wanted}, {describe(found)} came")
        return found

    def expect(self, name: str, **fields: Value) -> None:
        """The next event, which must be exactly this one."""
        found, wanted = self.event(name), wire_message(name, **fields)
        if found != wanted:
            raise ViolationError(f"expected {describe(wanted)}, {describe(found)} came")

    def expect_no_more(self) -> None:
        """Nothing else must come."""
        more = self.quiet()
        if more:
            raise ViolationError(f"{describe(more[0])} came, and nothing of the kind had happened")

    def order(self, name: str, **fields: Value) -> str | None:
        """Bring a command; returns the name of the fault it was refused with, or None."""
        self._answers.clear()
        self._act(self._session.command(wire_message(name, **fields), time.monotonic()))
        self._until(lambda: bool(self._answers), f"{name} was not answered")
        answer = self._answers[0]
        if not isinstance(answer, CommandRefused):
            return None
        if answer.retry:
            # The session would try a refused command again, behind the back of the check.
            self._session = self._link()
        return answer.fault

    def must_accept(self, name: str, **fields: Value) -> None:
        """Bring a command that must be accepted."""
        fault = self.order(name, **fields)
        if fault is not None:
            raise ViolationError(f"{name} must be accepted; it was refused with {fault}")

    def must_refuse(self, fault: str, name: str, **fields: Value) -> None:
        """Bring a command that must be refused with this fault."""
        found = self.order(name, **fields)
        if found != fault:
            outcome = "was accepted" if found is None else f"was refused with {found}"
            raise ViolationError(f"{name} must be refused with {fault}; it {outcome}")

    def _link(self) -> HostSession:
        document = self._line.document
        self._session = HostSession(document, document.kind, self._line.rng.getrandbits(32))
        # The session has heartbeats of its own.
        self._line.pulse = b""
        self._line.open()
        self._act(self._session.opened(time.monotonic()))
        self._until(lambda: self._session.state == "linked", "the device does not link")
        return self._session

    def _turn(self) -> None:
        data = self._line.read(TURN_S)
        if data:
            self._act(self._session.received(data, time.monotonic()))
        self._act(self._session.tick(time.monotonic()))

    def _until(
        self, is_so: Callable[[], bool], otherwise: str, patience_s: float | None = None
    ) -> None:
        patience_s = self._line.patience_s if patience_s is None else patience_s
        deadline = time.monotonic() + patience_s
        while not is_so():
            if self._refusal:
                raise ViolationError(self._refusal)
            if time.monotonic() > deadline:
                raise ViolationError(f"{otherwise} within {patience_s:g} s")
            self._turn()

    def _act(self, result: SessionResult[HostNotice]) -> None:
        self._line.write(result.write)
        for notice in result.notices:
            match notice:
                case EventReceived(boot, sequence, message):
                    self._events.append(message)
                    self._act(self._session.acknowledge(boot, sequence, time.monotonic()))
                case CommandAccepted() | CommandRefused():
                    self._answers.append(notice)
                case DeviceRefused(reason):
                    self._refusal = in_english(reason)


def describe(message: WireMessage) -> str:
    """An event in words."""
    fields = ", ".join(f"{name} {value}" for name, value in message.fields.items())
    return f"{message.name} ({fields})" if fields else message.name
