"""Events of a device that cannot keep them itself: in a file until they are in the record."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from config.wire_document import WireDocument
from controller.facts.events import Event
from controller.facts.fact import ON_FIRST_USE
from controller.facts.failure import OperatorError
from drivers.wire.codec import WireMessage, pack

FOLDER: Final = "kept"

Content = TypeVar("Content")

_log = logging.getLogger(__name__)


class RecordedLine(BaseModel):
    """The event of this number is in the record."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", **ON_FIRST_USE)

    boot: int
    sequence: int


class KeptLine(RecordedLine, Generic[Content]):
    """An event, written before anybody is told of it."""

    event: Content


EVENT_LINE: Final = KeptLine[Event]


def wire_line(document: WireDocument) -> type[KeptLine[WireMessage]]:
    """Lines of messages that fit this wire document."""

    def check(message: WireMessage) -> WireMessage:
        pack(document, message)
        return message

    return KeptLine[Annotated[WireMessage, AfterValidator(check)]]


class KeptEventsError(OperatorError):
    """The file cannot be written; the message says what to do."""


class KeptEvents(Generic[Content]):
    """An append-only file of numbered events, emptied whenever all of them are in the record."""

    # `is_continued` is for a device that has one boot number at a time: while something waits, its
    # next process goes on under the same numbers, so that the daemon knows which events it has.

    def __init__(
        self,
        file: Path,
        line: type[KeptLine[Content]],
        boot: int,
        is_continued: bool = False,
    ) -> None:
        self.boot, self.last = boot, 0
        self._file = file
        self._line = line
        self._kept: dict[tuple[int, int], KeptLine[Content]] = {}
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            newest = self._read()
            if is_continued and self._kept and newest is not None:
                self.boot, self.last = newest
            self._rewrite()
        except OSError as error:
            raise KeptEventsError(
                f"cannot keep events in {file}: {error.strerror}; let this user write there"
            ) from None

    @property
    def waiting(self) -> tuple[KeptLine[Content], ...]:
        """What is not in the record yet, the oldest first."""
        return tuple(self._kept.values())

    def keep(self, event: Content) -> KeptLine[Content]:
        """Number an event and write it down; it is on the disk when this returns."""
        self.last += 1
        line = KeptLine(boot=self.boot, sequence=self.last, event=event)
        self._append(line)
        self._kept[line.boot, line.sequence] = line
        return line

    def recorded(self, boot: int, sequence: int) -> bool:
        """An event is in the record; False when it is none of ours."""
        if self._kept.pop((boot, sequence), None) is None:
            return False
        if self._kept:
            self._append(RecordedLine(boot=boot, sequence=sequence))
        else:
            os.ftruncate(self._fd, 0)
        return True

    def forget(self, boot: int) -> None:
        """The power of the device was cut: another boot number, nothing waits."""
        self.boot, self.last = boot, 0
        self._kept.clear()
        os.ftruncate(self._fd, 0)

    def close(self) -> None:
        """Close the file; what waits stays in it."""
        os.close(self._fd)

    def _append(self, line: RecordedLine) -> None:
        try:
            os.write(self._fd, _text(line))
            os.fsync(self._fd)
        except OSError as error:
            # The event still goes on its way; only a restart at this moment would lose it.
            _log.error("%s: %s; make room there", self._file, error.strerror)

    def _read(self) -> tuple[int, int] | None:
        numbers = []
        for text in self._file.read_bytes().splitlines() if self._file.exists() else []:
            try:
                kind = self._line if b'"event":' in text else RecordedLine
                line = kind.model_validate_json(text)
            except ValidationError:
                _log.warning("%s: a line cannot be read and is left out", self._file)
                continue
            numbers.append((line.boot, line.sequence))
            if isinstance(line, KeptLine):
                self._kept[numbers[-1]] = line
            else:
                self._kept.pop(numbers[-1], None)
        return max(numbers, default=None)

    def _rewrite(self) -> None:
        # A line cut short by a power failure must not swallow the next one.
        fresh = self._file.with_name(f".{self._file.name}.new")
        lines: list[RecordedLine] = list(self._kept.values())
        if self.last and (self.boot, self.last) not in self._kept:
            lines.append(RecordedLine(boot=self.boot, sequence=self.last))
        with fresh.open("wb") as output:
            output.writelines(map(_text, lines))
            output.flush()
            os.fsync(output.fileno())
        fresh.replace(self._file)
        self._fd = os.open(self._file, os.O_WRONLY | os.O_APPEND)


def kept_file(run_dir: Path, device: str, environ: Mapping[str, str] = os.environ) -> Path:
    """Where a device's events are kept: systemd's state directory, else beside the sockets."""
    return Path(environ.get("STATE_DIRECTORY", run_dir)) / FOLDER / f"{device}.jsonl"


def _text(line: RecordedLine) -> bytes:
    return line.model_dump_json().encode() + b"\n"
