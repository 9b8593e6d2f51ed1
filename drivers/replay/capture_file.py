"""Reads capture files: one connection of one device each, JSON lines."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.facts.failure import OperatorError
from drivers.runtime.capture import VERSION

SUFFIX: Final = ".jsonl"

Direction = Literal["in", "out"]


class CaptureFormatError(OperatorError):
    """A capture cannot be read; the message names file, line and remedy."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    at_ns: Annotated[int, Field(ge=0)]


class _Open(_Line):
    dir: Literal["open"]
    capture: int
    device: str
    kind: str
    at: str


class _Bytes(_Line):
    dir: Direction
    hex: Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class _Close(_Line):
    dir: Literal["close"]


class _AnyLine(BaseModel):
    line: Annotated[_Open | _Bytes | _Close, Field(discriminator="dir")]


@dataclass(frozen=True, slots=True)
class Record:
    """Bytes of one moment, from the device (`in`) or to it (`out`)."""

    at_ns: int
    direction: Direction
    data: bytes
    place: str

    @property
    def at_s(self) -> float:
        """The moment on the driver's clock, in seconds."""
        return self.at_ns / 1e9


@dataclass(frozen=True, slots=True)
class CaptureFile:
    """One connection."""

    name: str
    device: str
    kind: str
    started_ns: int
    opened_at_ns: int
    records: tuple[Record, ...]

    def wall_ns(self, record: Record) -> int:
        """When a record was made, by the wall clock."""
        return self.started_ns + record.at_ns - self.opened_at_ns


def read_captures(path: Path) -> list[CaptureFile]:
    """The captures of a folder, or the one in a file."""
    files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    if not files:
        raise CaptureFormatError(f"{path}: no captures (*{SUFFIX}) here; name another folder")
    return [read_capture(file) for file in files]


def read_capture(file: Path) -> CaptureFile:
    """Read one capture; a last line that its driver did not finish is left out."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CaptureFormatError(f"{file}: cannot be read: {error}; name a capture") from None
    lines = text.split("\n")[:-1]
    parsed = [_parse(line, f"{file}:{number}") for number, line in enumerate(lines, start=1)]
    if not parsed or not isinstance(head := parsed[0], _Open):
        raise CaptureFormatError(f"{file}:1: no capture begins here; name a file made by --capture")
    if head.capture != VERSION:
        raise CaptureFormatError(
            f"{file}:1: capture version {head.capture}, this program reads {VERSION}; update it"
        )
    records = tuple(
        Record(line.at_ns, line.dir, bytes.fromhex(line.hex), f"{file}:{number}")
        for number, line in enumerate(parsed, start=1)
        if isinstance(line, _Bytes)
    )
    return CaptureFile(file.name, head.device, head.kind, _wall(head, file), head.at_ns, records)


def _parse(line: str, place: str) -> _Open | _Bytes | _Close:
    try:
        return _AnyLine.model_validate({"line": json.loads(line)}).line
    except json.JSONDecodeError as error:
        raise CaptureFormatError(f"{place}: not JSON ({error.msg}); name a capture") from None
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in fault["loc"][1:]) or "line"
        raise CaptureFormatError(f"{place}: {key}: {fault['msg']}; name a capture") from None


def _wall(head: _Open, file: Path) -> int:
    try:
        return int(datetime.fromisoformat(head.at).timestamp() * 1_000_000) * 1000
    except ValueError:
        raise CaptureFormatError(f"{file}:1: at: no time {head.at!r}; name a capture") from None
