"""The half every emulator shares: a cable, a session and time on the asyncio loop."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from config.wire import load_wire
from controller.facts.failure import CheckFailedError
from drivers.emulator.fault import FaultLine
from drivers.emulator.faults import FaultError, make_fault
from drivers.runtime.pty_host import PtyHost
from drivers.wire.codec import Value, WireMessage, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.happening import CommandReceived, DeviceHappening, Identity, Step

CABLE_ACTIONS: Final = ("unplug", "replug", "reboot", "fault", "clear_fault", "faults")


class EmulatorError(CheckFailedError):
    """A physical action that is not possible now; the message says what is in the way."""


class EmulatedDevice:
    """A device behind a pseudo-terminal; subclasses add its physics."""

    # `pace` stretches what hands and motors do (1 as in a room, 0 at once); electronics keep
    # their own time, for the wire document promises it.

    kind: ClassVar[str]
    actions: ClassVar[tuple[str, ...]] = CABLE_ACTIONS

    def __init__(self, device: str, path: Path, rng: Random, pace: float = 1.0) -> None:
        self.device = device
        self.document = load_wire(self.kind)
        # Apart from the device's own chance: a broken link must not change a card.
        self.rng = Random(f"{device}/faults")
        self._rng = rng
        self._pace = pace
        self._faults = FaultLine()
        self._pty = PtyHost(path, self._hear)
        self._session = self._new_session()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def boot(self) -> int:
        """The number this start of the device chose."""
        return self._session.identity.boot

    @property
    def is_linked(self) -> bool:
        """Whether a host has taken this device."""
        return self._session.state == "linked"

    @property
    def kept_events(self) -> int:
        """How many events are not yet acknowledged."""
        return self._session.kept

    async def start(self) -> None:
        """Plug the cable in; the device says hello when it is ready."""
        self._plug()

    async def stop(self) -> None:
        """Pull the cable and end everything under way."""
        self._pull()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def unplug(self) -> None:
        """Pull the cable; the device keeps its power and its events."""
        self._pull()

    async def replug(self) -> None:
        """Plug the cable in again."""
        self._plug()

    async def reboot(self) -> None:
        """Cut the power for a moment: events not yet acknowledged are gone."""
        self._pull()
        self._session = self._new_session()
        self._faults.attach(self._session)
        self._plug()

    async def fault(self, name: str, argument: str | None = None) -> None:
        """Break the device on purpose: `fault("corrupt", "5%")`."""
        try:
            found = make_fault(self, name, argument)
        except FaultError as error:
            raise EmulatorError(f"{self.device}: {error}") from None
        self._faults.put_on(name, found, self._session)

    async def clear_fault(self, name: str | None = None) -> list[str]:
        """Mend one fault, or all; gives the names of those that were there."""
        cleared = self._faults.clear(name)
        if name is not None and not cleared:
            there = ", ".join(self._faults.active) or "none"
            raise EmulatorError(f"{self.device}: has no fault {name}; it has: {there}")
        return cleared

    async def faults(self) -> list[str]:
        """The names of the faults the device has."""
        return list(self._faults.active)

    def now(self) -> float:
        """The time on the device's clock."""
        return self._now()

    def drop(self, seconds: float) -> None:
        """Pull the cable, and plug it in again after so long."""
        self._spawn(self._drop(seconds))

    def restart(self) -> None:
        """Cut the power for a moment."""
        self._spawn(self.reboot())

    def act(self, action: str, report: WireMessage | None, **arguments: Value) -> None:
        """Do something to the device's parts, as a hand would."""
        del report
        self._spawn(getattr(self, action)(**arguments))

    async def _drop(self, seconds: float) -> None:
        self._pull()
        await asyncio.sleep(seconds)
        self._plug()

    def _execute(self, command: WireMessage) -> str | None:  # noqa: ARG002
        """Begin what a command asks; the name of a fault refuses it."""
        return "unknown-command"

    def _notice(self, happening: DeviceHappening) -> None:
        """Hook for devices that show what was acknowledged."""

    def _emit(self, name: str, **fields: Value) -> None:
        for message in self._faults.emitted(wire_message(name, **fields)):
            self._act(self._session.emit(message, self._now()))

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._pace)

    def _identity(self) -> Identity:
        return Identity(
            kind=self.kind,
            serial_number=f"emulated-{self.device}",
            firmware="emulator 1",
            protocol=self.document.protocol,
            # Never from the seeded generator: a second run must not repeat the first one's numbers.
            boot=secrets.randbits(32),
        )

    def _new_session(self) -> DeviceSession:
        return DeviceSession(self.document, self._identity())

    def _plug(self) -> None:
        if not self._pty.is_plugged:
            self._pty.plug()
            self._set_timer(self.document.timings.ready_ms / 1000, self._get_ready)

    def _pull(self) -> None:
        self._pty.unplug()
        self._session.stopped()
        if self._timer is not None:
            self._timer.cancel()

    def _get_ready(self) -> None:
        self._act(self._session.started(self._now()))

    def _hear(self, data: bytes) -> None:
        if self._session.state != "off":
            self._act(self._session.received(self._faults.incoming(data), self._now()))

    def _tick(self) -> None:
        self._act(self._session.tick(self._now()))

    def _act(self, step: Step[DeviceHappening]) -> None:
        self._put_out(step.write)
        for happening in step.happened:
            self._notice(happening)
            if isinstance(happening, CommandReceived):
                fault = self._execute(happening.message)
                self._act(self._session.answer(happening.sequence, fault, self._now()))
        if self._session.state != "off":
            self._set_timer(self._session.next_due() - self._now(), self._tick)

    def _put_out(self, data: bytes) -> None:
        data = self._faults.outgoing(data)
        delay_s = self._faults.delay_s
        if delay_s and data:
            asyncio.get_running_loop().call_later(delay_s, self._pty.write, data)
        else:
            self._pty.write(data)

    def _set_timer(self, delay_s: float, action: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if delay_s != float("inf"):
            self._timer = asyncio.get_running_loop().call_later(max(0.0, delay_s), action)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
