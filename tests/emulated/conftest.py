"""A workshop for driver tests: real pseudo-terminals, the real relay in a thread, a daemon."""

import asyncio
import os
import select
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from controller.bus.messages import (
    Ack,
    Command,
    DaemonMessage,
    DriverMessage,
    Hello,
    Report,
    Welcome,
)
from controller.facts.events import Event
from controller.facts.orders import Order
from drivers.emulate.emulators import Emulators
from drivers.emulator.device import EmulatedDevice
from drivers.kinds import protocol_of
from drivers.runtime.place import PortPlace, device_path
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch

OWN_BOOTS = 1 << 32
# The daemon is in the same process: nobody waits for it.
RESEND_S = 0.1
Emulator = TypeVar("Emulator", bound=EmulatedDevice)


class DaemonInProcess:
    """Speaks the driver's side of the bus in one process; records like the daemon, once each."""

    def __init__(self) -> None:
        self.reports: dict[tuple[int, int], Event] = {}
        self.seen: list[DriverMessage] = []
        self.is_acking = True
        self._lock = threading.Lock()
        self._waiting: list[DaemonMessage] = []
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)

    def send(self, message: DriverMessage) -> None:
        self.seen.append(message)
        if isinstance(message, Hello):
            self._post(Welcome(table="workshop"))
        if isinstance(message, Report) and self.is_acking:
            self.reports.setdefault((message.boot, message.sequence), message.event)
            self._post(Ack(boot=message.boot, sequence=message.sequence))

    def receive(self) -> list[DaemonMessage]:
        with self._lock:
            waiting, self._waiting = self._waiting, []
            if waiting:
                os.read(self._wake_read, 65536)
        return waiting

    def renew(self) -> None:
        """Nothing is open."""

    def wait(self, fds: Sequence[int], timeout_s: float) -> set[int]:
        ready, _, _ = select.select([*fds, self._wake_read], [], [], min(timeout_s, 60.0))
        return set(ready) - {self._wake_read}

    def close(self) -> None:
        os.close(self._wake_read)
        os.close(self._wake_write)

    def order(self, order: Order) -> None:
        self._post(Command(order=order))

    def events(self) -> list[Event]:
        """What the device itself reported, in order of arrival."""
        return [event for (boot, _), event in list(self.reports.items()) if boot < OWN_BOOTS]

    def notes(self) -> list[Event]:
        """What the driver reported of its own."""
        return [event for (boot, _), event in list(self.reports.items()) if boot >= OWN_BOOTS]

    def _post(self, message: DaemonMessage) -> None:
        with self._lock:
            self._waiting.append(message)
            os.write(self._wake_write, b"\0")


class DriverThread:
    """The relay of one device in a thread of its own."""

    def __init__(
        self, device: str, kind: str, port: Path | PortPlace, daemon: DaemonInProcess
    ) -> None:
        self.stop_switch = StopSwitch()
        protocol = protocol_of(kind)()
        self.relay = Relay(device, protocol, port, daemon, self.stop_switch, resend_s=RESEND_S)
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.relay.run()
        except BaseException as failure:
            self._failure = failure

    def stop(self) -> None:
        self.stop_switch.throw()
        self._thread.join(10)
        assert not self._thread.is_alive()
        self.stop_switch.close()
        if self._failure is not None:
            raise self._failure


class Workshop:
    """One emulated device, its driver, a daemon."""

    def __init__(self, run_dir: Path) -> None:
        self.run_dir = run_dir
        self.daemon = DaemonInProcess()
        self._emulators: Emulators | None = None
        self._drivers: list[DriverThread] = []

    async def plug(self, device: str, kind: str, emulator: type[Emulator]) -> Emulator:
        """Start the emulator of one device."""
        self._emulators = Emulators(self.run_dir, {device: kind}, seed=7, stretch=0.0)
        found = self._emulators.emulator(device)
        assert isinstance(found, emulator)
        await self._emulators.start()
        return found

    def drive(self, device: str, kind: str, port: Path | PortPlace | None = None) -> DriverThread:
        """Start the driver of one device."""
        path = port or device_path(self.run_dir, device)
        driver = DriverThread(device, kind, path, self.daemon)
        self._drivers.append(driver)
        return driver

    def stop_driver(self, driver: DriverThread) -> None:
        self._drivers.remove(driver)
        driver.stop()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; the test's own time limit ends a vain wait."""
        while not is_so():
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        for driver in self._drivers:
            await asyncio.to_thread(driver.stop)
        if self._emulators is not None:
            await self._emulators.stop()
        self.daemon.close()


@pytest.fixture
async def workshop(tmp_path: Path) -> AsyncIterator[Workshop]:
    made = Workshop(tmp_path / "run")
    yield made
    await made.stop()


@pytest.fixture
def daemon() -> Iterator[DaemonInProcess]:
    made = DaemonInProcess()
    yield made
    made.close()
