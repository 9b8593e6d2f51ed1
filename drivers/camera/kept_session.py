"""A camera's events and their numbers, in a file until they are in the record."""

import logging
import os
import secrets
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from config.wire import WireDocument
from controller.facts.failure import OperatorError
from drivers.wire.codec import CodecError, WireMessage, pack, unpack
from drivers.wire.framing import Deframer, encode_frame

SUFFIX: Final = ".session.jsonl"

_log = logging.getLogger(__name__)


class KeptSessionError(OperatorError):
    """The file cannot be written; the message says what to do."""


class _Line(BaseModel):
    """An event with its frame in hex, or without one: the event of this number is recorded."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    boot: int
    sequence: int
    frame: str = ""


class KeptSession:
    """Boot number, last number and waiting events; a new boot number unless something waits."""

    # A process that dies is no power cut: its successor goes on under the same numbers, so that
    # the daemon still knows which events it has. With nothing waiting there is nothing to mix up.

    def __init__(self, file: Path, document: WireDocument) -> None:
        self._file = file
        self._document = document
        self.boot, self.last = 0, 0
        self.waiting: dict[int, WireMessage] = {}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._read()
            if not self.waiting:
                self.boot, self.last = secrets.randbits(32), 0
            self._start_anew()
        except OSError as error:
            raise KeptSessionError(
                f"cannot keep events in {file}: {error.strerror}; let this user write there"
            ) from None

    def keep(self, message: WireMessage) -> int:
        """Number an event and write it down; it is on the disk when this returns."""
        self.last += 1
        self.waiting[self.last] = message
        self._append(self._line(self.last, message))
        return self.last

    def recorded(self, sequence: int) -> None:
        """An event is in the record."""
        self.waiting.pop(sequence, None)
        if self.waiting:
            self._append(_Line(boot=self.boot, sequence=sequence))
        else:
            os.ftruncate(self._fd, 0)

    def forget(self) -> None:
        """The power was cut: another boot number, nothing waits."""
        self.boot, self.last = secrets.randbits(32), 0
        self.waiting.clear()
        os.ftruncate(self._fd, 0)

    def close(self) -> None:
        """Close the file; what waits stays in it."""
        os.close(self._fd)

    def _line(self, sequence: int, message: WireMessage) -> _Line:
        frame = encode_frame(pack(self._document, message, sequence))
        return _Line(boot=self.boot, sequence=sequence, frame=frame.hex())

    def _append(self, line: _Line) -> None:
        try:
            os.write(self._fd, line.model_dump_json().encode() + b"\n")
            os.fsync(self._fd)
        except OSError as error:
            # The event still goes to the driver; only a restart at this moment would lose it.
            _log.error("%s: %s; make room there", self._file, error.strerror)

    def _read(self) -> None:
        for text in self._file.read_bytes().splitlines() if self._file.exists() else []:
            try:
                self._take(_Line.model_validate_json(text))
            except (ValidationError, CodecError, ValueError, IndexError):
                _log.warning("%s: a line cannot be read and is left out", self._file)

    def _take(self, line: _Line) -> None:
        if line.frame:
            frame = Deframer().feed(bytes.fromhex(line.frame))[0]
            self.waiting[line.sequence] = unpack(self._document, frame)
        else:
            self.waiting.pop(line.sequence, None)
        self.boot, self.last = line.boot, max(self.last, line.sequence)

    def _start_anew(self) -> None:
        # A line cut short by a power failure must not swallow the next one.
        fresh = self._file.with_name(f".{self._file.name}.new")
        lines = [self._line(number, message) for number, message in self.waiting.items()]
        if lines and lines[-1].sequence < self.last:
            lines.append(_Line(boot=self.boot, sequence=self.last))
        with fresh.open("wb") as output:
            for line in lines:
                output.write(line.model_dump_json().encode() + b"\n")
            output.flush()
            os.fsync(output.fileno())
        fresh.replace(self._file)
        self._fd = os.open(self._file, os.O_WRONLY | os.O_APPEND)
