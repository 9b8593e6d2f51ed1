"""The half every emulator shares: a cable, faults and the pace of hands and motors."""

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from config.wire_document import load_wire
from controller.facts.failure import CheckFailedError
from drivers.emulator.fault import FaultLine
from drivers.emulator.fault_entry import FaultError
from drivers.emulator.faults import make_fault
from drivers.emulator.truth import TruthFile
from drivers.runtime.pty_device import PtyDevice
from drivers.wire.codec import Value, WireMessage, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.notice import Identity

# The fault of a device that tells nothing of its state at a start.
HIDDEN: Final = "hide-state"
CABLE_ACTIONS: Final = ("unplug", "replug", "reboot", "fault", "clear_fault", "faults")


class EmulatorError(CheckFailedError):
    """A physical action that is not possible now; the message says what is in the way."""


class EmulatedDevice(PtyDevice):
    """A device with a cable to pull and faults to have; subclasses add its physics."""

    # `stretch` draws out what hands and motors do (1 as in a room, 0 at once); electronics keep
    # their own time, for the wire document promises it.

    kind: ClassVar[str]
    actions: ClassVar[tuple[str, ...]] = CABLE_ACTIONS

    def __init__(self, device: str, path: Path, rng: Random, stretch: float = 1.0) -> None:
        self.device = device
        # Apart from the device's own chance: a broken link must not change a card.
        self.rng = Random(f"{device}/faults")
        self._rng = rng
        self._stretch = stretch
        self._faults = FaultLine()
        self._tasks: set[asyncio.Task[None]] = set()
        self._truth: TruthFile | None = None
        super().__init__(load_wire(self.kind), path)

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

    def _check_value(self, message: str, value: str) -> None:
        """Refuse what the first field of a message cannot say."""
        field = self.document.by_name[message].fields[0]
        if value not in field.values:
            known = ", ".join(field.values)
            raise EmulatorError(f"{self.device}: no {field.name} {value}; use one of {known}")

    def counted(self) -> int | None:
        """What the device counts and keeps over a loss of power; None when it counts nothing."""
        return None

    async def start(self) -> None:
        """Plug the cable in; the device says hello when it is ready."""
        self._begin_count()
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
        self._begin_count()
        self._faults.attach(self._session)
        if HIDDEN not in self._faults.active:
            self._tell_again()
        self._plug()

    async def fault(self, name: str, argument: str | None = None) -> None:
        """Break the device on purpose: `fault("corrupt", "5%")`."""
        try:
            found = make_fault(self, name, argument)
        except FaultError as error:
            raise EmulatorError(f"{self.device}: {error}") from None
        self._faults.put_on(name, found, self._session)

    async def clear_fault(self, name: str | None = None) -> list[str]:
        """Mend one fault, or all; returns the names of those that were there."""
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
        """Pull the cable, and plug it in again after a time."""
        self._spawn(self._drop(seconds))

    def restart(self) -> None:
        """Cut the power for a moment."""
        self._spawn(self.reboot())

    def act(self, action: str, report: WireMessage | None, **arguments: Value) -> None:
        """Do something to the device's parts, as a hand would."""
        del report
        self._spawn(getattr(self, action)(**arguments))

    def _tell_again(self) -> None:
        """Hook for devices that report what they hold whenever they get their power."""

    def _begin_count(self) -> None:
        """A hello says what was counted before its boot."""
        self._session.identity = replace(self._session.identity, count=self.counted())

    async def _drop(self, seconds: float) -> None:
        self._pull()
        await asyncio.sleep(seconds)
        self._plug()

    def keep_truth(self, truth: TruthFile) -> None:
        """Note from now on what happens here, before anybody is told."""
        self._truth = truth

    def _emit(self, name: str, **fields: Value) -> None:
        for message in self._faults.emitted(wire_message(name, **fields)):
            sending = self._session.emit(message, self._now())
            self._note(message, self.boot, self._session.last_event)
            self._act(sending)

    def _note(
        self, message: WireMessage, boot: int | None = None, number: int | None = None
    ) -> None:
        if self._truth is not None:
            self._truth.note(self.device, message, boot, number)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self._stretch)

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

    def _hear(self, data: bytes) -> None:
        if self._session.state != "off":
            super()._hear(self._faults.incoming(data))

    def _put_out(self, data: bytes) -> None:
        data = self._faults.outgoing(data)
        delay_s = self._faults.delay_s
        if delay_s and data:
            asyncio.get_running_loop().call_later(delay_s, super()._put_out, data)
        else:
            super()._put_out(data)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
