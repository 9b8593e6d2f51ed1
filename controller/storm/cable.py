"""A simulated serial cable: bytes in order, with noise, and a plug that can be pulled."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from controller.storm.timeline import Timeline
from drivers.runtime.port import PortError

LATENCY_S: Final = (0.001, 0.006)
LATE_S: Final = (0.05, 1.5)
PORT_BYTES: Final = 4096


class Noise(NamedTuple):
    """What happens to so many of the pieces that pass."""

    mode: str
    rate: float
    chance: Random


class Cable:
    """Both directions of one device's line."""

    def __init__(
        self, timeline: Timeline, descriptor: int, is_idle: Callable[[bytes], bool] | None = None
    ) -> None:
        self._timeline = timeline
        # What is read when the receiver wakes anyway: a system may wake a process late.
        self._is_idle = is_idle
        self.descriptor = descriptor
        self.is_plugged = False
        self.plugs = 0
        self.noise: Noise | None = None
        self.at_host = bytearray()
        self.at_device = bytearray()
        self._free_at = {"host": 0.0, "device": 0.0}
        self.wake_host: Callable[[], None] = lambda: None
        self.to_device: Callable[[], None] = lambda: None

    @property
    def is_well(self) -> bool:
        """Whether what is put in comes out, all of it."""
        return self.is_plugged and self.noise is None

    def plug(self) -> None:
        """Put the cable in."""
        self.plugs += not self.is_plugged
        self.is_plugged = True

    def pull(self) -> None:
        """Take it out; what was on it is gone."""
        self.is_plugged = False
        self.at_host.clear()
        self.at_device.clear()
        self.plugs += 1

    def from_device(self, data: bytes) -> None:
        """The device writes."""
        self._send("host", data, self._reach_host)

    def from_host(self, data: bytes) -> None:
        """The driver writes."""
        self._send("device", data, self._reach_device)

    def _reach_host(self, data: bytes) -> None:
        room = PORT_BYTES - len(self.at_host)
        if room < len(data):
            # Nobody reads, and a port keeps only so much.
            self._timeline.saw("line-overrun")
        self.at_host += data[:room]
        self.wake_host()

    def _reach_device(self, data: bytes) -> None:
        self.at_device += data
        self.to_device()

    def heard(self) -> bytes:
        """What lies at the device, taken by it."""
        data = bytes(self.at_device)
        self.at_device.clear()
        return data

    def _send(self, end: str, data: bytes, reach: Callable[[bytes], None]) -> None:
        if not data or not self.is_plugged:
            return
        if self._waits(end, data):
            (self.at_host if end == "host" else self.at_device).extend(data)
            return
        late = 0.0
        for piece in self._spoiled(data):
            if self.noise is not None and self.noise.mode == "late":
                late = self.noise.chance.uniform(*LATE_S)
            due = self._timeline.now + self._timeline.chance.uniform(*LATENCY_S) + late
            # A line keeps its order: what is late holds up what follows.
            self._free_at[end] = due = max(due, self._free_at[end])
            arrive = partial(self._arrive, self.plugs, reach, piece)
            self._timeline.after(due - self._timeline.now, arrive)

    def _waits(self, end: str, data: bytes) -> bool:
        """Whether these bytes wake nobody: a heartbeat, on a line that is well and empty."""
        is_clear = self.noise is None and self._free_at[end] <= self._timeline.now
        return is_clear and self._is_idle is not None and self._is_idle(data)

    def _arrive(self, plugs: int, reach: Callable[[bytes], None], piece: bytes) -> None:
        if plugs == self.plugs:
            reach(piece)

    def _spoiled(self, data: bytes) -> list[bytes]:
        noise = self.noise
        if noise is None or noise.chance.random() >= noise.rate:
            return [data]
        self._timeline.saw(f"frame-{noise.mode}")
        if noise.mode == "lost":
            return []
        if noise.mode == "doubled":
            return [data, data]
        if noise.mode == "corrupt":
            place = noise.chance.randrange(len(data))
            changed = data[place] ^ 1 << noise.chance.randrange(8)
            return [data[:place] + bytes([changed]) + data[place + 1 :]]
        return [data]


class Port:
    """The driver's open end."""

    def __init__(self, cable: Cable) -> None:
        if not cable.is_plugged:
            raise PortError("missing", "no such port; plug the device in")
        self._cable = cable
        self._plugs = cable.plugs

    @property
    def has_backlog(self) -> bool:
        """The line is always fast enough."""
        return False

    def fileno(self) -> int:
        """A number to tell it by."""
        return self._cable.descriptor

    def read(self) -> bytes:
        """Whatever has arrived."""
        self._check()
        data = bytes(self._cable.at_host)
        self._cable.at_host.clear()
        return data

    def write(self, data: bytes) -> None:
        """Put bytes on the line."""
        self._check()
        self._cable.from_host(data)

    def close(self) -> None:
        """Nothing is kept."""

    def _check(self) -> None:
        if self._plugs != self._cable.plugs:
            raise PortError("missing", "the port is gone; plug the device in")


class Place:
    """Where a driver finds the cable."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def find(self) -> Path:
        """A path, for the log."""
        return Path(f"cable-{self._cable.descriptor}")

    def glance(self) -> object:
        """Differs when it is worth trying again."""
        return self._cable.plugs
