"""Events of a device that cannot keep them itself: in a file until they are in the record."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from controller.facts.events import Event
from controller.facts.failure import OperatorError

FOLDER: Final = "kept"

_log = logging.getLogger(__name__)


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    boot: int
    sequence: int


class KeptLine(_Line):
    """An event, written before anybody is told of it."""

    kind: Literal["kept"] = "kept"
    event: Event


class RecordedLine(_Line):
    """The event of this number is in the record."""

    kind: Literal["recorded"] = "recorded"


_LINE: Final[TypeAdapter[KeptLine | RecordedLine]] = TypeAdapter(KeptLine | RecordedLine)


class KeptEventsError(OperatorError):
    """The file cannot be written; the message says what to do."""


class KeptEvents:
    """An append-only file of events, emptied whenever all of them are in the record."""

    def __init__(self, file: Path, boot: int) -> None:
        self._file = file
        self._boot = boot
        self._last = 0
        self._kept = _read(file)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._start_anew()
        except OSError as error:
            raise KeptEventsError(
                f"cannot keep events in {file}: {error.strerror}; let this user write there"
            ) from None

    @property
    def waiting(self) -> tuple[KeptLine, ...]:
        """What is not in the record yet, the oldest first."""
        return tuple(self._kept.values())

    def keep(self, event: Event) -> KeptLine:
        """Number an event and write it down; it is on the disk when this returns."""
        self._last += 1
        line = KeptLine(boot=self._boot, sequence=self._last, event=event)
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

    def close(self) -> None:
        """Close the file; what waits stays in it."""
        os.close(self._fd)

    def _append(self, line: KeptLine | RecordedLine) -> None:
        try:
            os.write(self._fd, line.model_dump_json().encode() + b"\n")
            os.fsync(self._fd)
        except OSError as error:
            # The event still goes to the daemon; only a restart at this moment would lose it.
            _log.error("%s: %s; make room there", self._file, error.strerror)

    def _start_anew(self) -> None:
        # A line cut short by a power failure must not swallow the next one.
        fresh = self._file.with_name(f".{self._file.name}.new")
        with fresh.open("wb") as output:
            for line in self._kept.values():
                output.write(line.model_dump_json().encode() + b"\n")
            output.flush()
            os.fsync(output.fileno())
        fresh.replace(self._file)
        self._fd = os.open(self._file, os.O_WRONLY | os.O_APPEND)


def kept_file(run_dir: Path, device: str, environ: Mapping[str, str] = os.environ) -> Path:
    """Where a device's events are kept: systemd's state directory, else beside the sockets."""
    return Path(environ.get("STATE_DIRECTORY", run_dir)) / FOLDER / f"{device}.jsonl"


def _read(file: Path) -> dict[tuple[int, int], KeptLine]:
    kept: dict[tuple[int, int], KeptLine] = {}
    for text in file.read_bytes().splitlines() if file.exists() else []:
        try:
            line = _LINE.validate_json(text)
        except ValidationError:
            _log.warning("%s: a line cannot be read and is left out", file)
            continue
        if isinstance(line, KeptLine):
            kept[line.boot, line.sequence] = line
        else:
            kept.pop((line.boot, line.sequence), None)
    return kept
