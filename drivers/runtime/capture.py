"""Capture: every byte of a port with its time and direction, one JSON-lines file a connection."""

import json
import logging
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.facts.failure import OperatorError
from drivers.runtime.place import OpenPort, OpenPortAt
from drivers.runtime.port import Port

VERSION: Final = 1

_log = logging.getLogger(__name__)


class CaptureError(OperatorError):
    """The folder for captures cannot be used; the message says what to do."""


class Capture:
    """Opens one device's port so that its bytes are on file."""

    def __init__(self, folder: Path, device: str, kind: str, open_port: OpenPortAt = Port) -> None:
        self._folder = folder
        self._open = open_port
        self._device = device
        self._kind = kind
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CaptureError(_problem(folder, error)) from None
        if not os.access(folder, os.W_OK):
            raise CaptureError(f"{folder}: not writable; choose another folder with --capture")

    def open_port(self, path: Path, baud: int) -> OpenPort:
        """The port at this path with a file of its own; the bare port when there can be none."""
        port = self._open(path, baud)
        started = datetime.now(UTC)
        file = self._folder / f"{self._device}-{started:%Y%m%dT%H%M%S.%fZ}.jsonl"
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o640)
        except OSError as error:
            _log.error("%s: no capture: %s", self._device, _problem(file, error))
            return port
        head: dict[str, str | int] = {"capture": VERSION, "device": self._device}
        head |= {"kind": self._kind, "at": started.isoformat()}
        return CapturedPort(port, descriptor, head)


class CapturedPort:
    """A port that writes down every byte; a full disk ends the capture, never the driver."""

    def __init__(
        self,
        port: OpenPort,
        descriptor: int,
        head: dict[str, str | int],
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._port = port
        self._descriptor: int | None = descriptor
        self._clock_ns = clock_ns
        self._note("open", **head)

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._port.fileno()

    @property
    def has_backlog(self) -> bool:
        """Whether bytes wait because the line is slower than we are."""
        return self._port.has_backlog

    def read(self) -> bytes:
        """Whatever has arrived; on file before anybody acts on it."""
        data = self._port.read()
        if data:
            self._note("in", hex=data.hex())
        return data

    def write(self, data: bytes) -> None:
        """Write, and note what was handed over."""
        if data:
            self._note("out", hex=data.hex())
        self._port.write(data)

    def close(self) -> None:
        """Give the port back and end the file."""
        self._note("close")
        self._end()
        self._port.close()

    def _note(self, direction: str, **more: str | int) -> None:
        if self._descriptor is None:
            return
        line = json.dumps({"at_ns": self._clock_ns(), "dir": direction, **more}) + "\n"
        try:
            os.write(self._descriptor, line.encode())
        except OSError as error:
            _log.error("capture ends here: %s; make room and start again", error.strerror)
            self._end()

    def _end(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _problem(path: Path, error: OSError) -> str:
    return f"{path}: {error.strerror}; choose another folder with --capture"
