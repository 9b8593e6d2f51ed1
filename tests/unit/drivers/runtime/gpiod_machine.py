"""A machine with GPIO chips, in memory: what libgpiod 2 does with them, and wires between lines."""

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias, Clock, Direction, Drive, Edge, Value

from drivers.runtime import pin_backend

Config = dict[int, gpiod.LineSettings]
RISING, FALLING = gpiod.EdgeEvent.Type.RISING_EDGE, gpiod.EdgeEvent.Type.FALLING_EDGE
SEEN_BY = {Edge.BOTH: (RISING, FALLING), Edge.RISING: (RISING,), Edge.FALLING: (FALLING,)}


class Request:
    """Lines taken from a chip: the part of `gpiod.LineRequest` that a pin uses."""

    def __init__(self, machine: "Machine", config: Config, consumer: str) -> None:
        self.consumer = consumer
        self.settings = dict(config)
        self.queue: list[gpiod.EdgeEvent] = []
        self._machine = machine
        self._fd: int | None = os.eventfd(0, os.EFD_NONBLOCK)

    @property
    def fd(self) -> int:
        if self._fd is None:
            raise gpiod.RequestReleasedError
        return self._fd

    def release(self) -> None:
        os.close(self.fd)
        self._fd = None
        for line in self.settings:
            del self._machine.taken[line]

    def get_value(self, line: int) -> Value:
        assert self.fd
        return Value.ACTIVE if self._machine.level(line) else Value.INACTIVE

    def set_value(self, line: int, value: Value) -> None:
        assert self.fd
        if self.settings[line].direction is not Direction.OUTPUT:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        self.settings[line].output_value = value
        self._machine.settle()

    def reconfigure_lines(self, config: Config) -> None:
        assert self.fd
        check(config)
        self.settings |= config
        self._machine.settle()

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        os.eventfd_read(self.fd)
        events, self.queue = self.queue[:max_events], []
        return events

    def feel(self, line: int, is_high: bool) -> None:
        """An edge of a line, seen when its settings ask for it."""
        kind = RISING if is_high else FALLING
        if kind in SEEN_BY.get(self.settings[line].edge_detection, ()):
            number = len(self.queue) + 1
            self.queue.append(gpiod.EdgeEvent(kind.value, 1_500_000_000, line, number, number))
            os.eventfd_write(self.fd, 1)


class Chip:
    """The part of `gpiod.Chip` that finds a header and takes its lines."""

    machine: "Machine"

    def __init__(self, path: str) -> None:
        self._info: gpiod.ChipInfo | None = self.machine.chips[path]

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._info = None

    def get_info(self) -> gpiod.ChipInfo:
        if self._info is None:
            raise gpiod.ChipClosedError
        return self._info

    def get_line_info(self, line: int) -> gpiod.LineInfo:
        user = self.machine.taken.get(line)
        settings = (Direction.INPUT, Bias.UNKNOWN, Drive.PUSH_PULL, Edge.NONE, Clock.MONOTONIC)
        direction, bias, drive, edge, clock = (setting.value for setting in settings)
        name = user.consumer if user else ""
        used = user is not None
        return gpiod.LineInfo(
            line, "", used, name, direction, False, bias, drive, edge, clock, False, 0
        )

    def request_lines(self, config: Config, consumer: str = "") -> Request:
        check(config)
        for line in config:
            if line >= self.get_info().num_lines:
                raise ValueError("line offset of out range")
            if line in self.machine.taken:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = Request(self.machine, config, consumer)
        self.machine.taken |= dict.fromkeys(config, request)
        self.machine.settle()
        return request


class Machine:
    """Chips in a folder that stands for /dev, and what is wired to the header's lines."""

    def __init__(self, devices: Path, *chips: tuple[str, int]) -> None:
        self.chips: dict[str, gpiod.ChipInfo] = {}
        self.taken: dict[int, Request] = {}
        self.contacts: set[tuple[int, int]] = set()
        self.stuck_low: set[int] = set()
        self._levels: dict[int, bool] = {}
        self._turn = threading.RLock()
        for number, (label, lines) in enumerate(chips):
            file = devices / f"gpiochip{number}"
            file.touch()
            self.chips[str(file)] = gpiod.ChipInfo(file.name, label, lines)

    def close(self, one: int, other: int) -> None:
        """Join two lines, as a key does."""
        self.contacts.add((one, other))
        self.settle()

    def open(self, one: int, other: int) -> None:
        """Part two lines again."""
        self.contacts.remove((one, other))
        self.settle()

    def level(self, line: int) -> bool:
        """What a meter on the line would show; a low neighbour wins."""
        neighbours = {a + b - line for a, b in self.contacts if line in (a, b)}
        driven = [
            value for other in (line, *neighbours) if (value := self._driven(other)) is not None
        ]
        settings = self.settings(line)
        pulled = settings is not None and settings.bias is Bias.PULL_UP
        return line not in self.stuck_low and (all(driven) if driven else pulled)

    def settings(self, line: int) -> gpiod.LineSettings | None:
        """How the line is set by whoever has it."""
        request = self.taken.get(line)
        return request.settings[line] if request else None

    def settle(self) -> None:
        """Let every line that changed its level be felt."""
        with self._turn:
            for line, request in self.taken.items():
                level = self.level(line)
                if self._levels.get(line, level) != level:
                    request.feel(line, level)
                self._levels[line] = level

    def _driven(self, line: int) -> bool | None:
        settings = self.settings(line)
        is_output = settings is not None and settings.direction is Direction.OUTPUT
        return bool(settings.output_value) if settings is not None and is_output else None


def check(config: Config) -> None:
    """What the kernel refuses."""
    for settings in config.values():
        is_output = settings.direction is Direction.OUTPUT
        if is_output and settings.edge_detection is not Edge.NONE:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


@contextmanager
def machine_with(devices: Path, *chips: tuple[str, int]) -> Iterator[Machine]:
    """A machine whose chips are the only ones that gpiod finds."""
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine(devices, *chips)
        patch.setattr(Chip, "machine", machine, raising=False)
        patch.setattr(gpiod, "Chip", Chip)
        patch.setattr(pin_backend, "DEVICES", devices)
        yield machine
