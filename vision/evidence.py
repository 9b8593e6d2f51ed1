"""The pictures that decided each event: kept private, hashed, named by the event's numbers."""

import hashlib
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from vision.picture.frame import Frame
from vision.picture.jpeg import jpeg_of

FOLDER: Final = "evidence"
INDEX: Final = "index.jsonl"
QUALITY: Final = 92
DAY_S: Final = 86_400.0
# Old pictures go in batches: each time the whole index is written.
SPARE: Final = 0.9

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Retention:
    """The most events, days and bytes to keep; the oldest go first."""

    events: int = 20_000
    days: float = 30.0
    size: int = 500_000_000


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Crop(_Section):
    """One picture file."""

    name: str
    sha256: str
    size: int


class Exhibit(_Section):
    """The pictures of one event: with its device, boot and sequence name one row of the record."""

    boot: int
    sequence: int
    outcome: str
    at: float
    crops: tuple[Crop, ...]

    @property
    def size(self) -> int:
        """How many bytes its pictures have."""
        return sum(crop.size for crop in self.crops)

    @property
    def digest(self) -> str:
        """What the record keeps of the pictures: a hash over theirs, in order."""
        return hashlib.sha256("\n".join(crop.sha256 for crop in self.crops).encode()).hexdigest()


class EvidenceRing:
    """Writes crops beside an index, and removes the oldest; nobody else may read either."""

    def __init__(self, folder: Path, retention: Retention | None = None) -> None:
        self._folder = folder
        self._retention = retention or Retention()
        for place in (folder.parent, folder):
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        self._exhibits = list(read_index(folder))
        self._size = sum(exhibit.size for exhibit in self._exhibits)
        self._prune(time.time())

    def keep(
        self, boot: int, sequence: int, outcome: str, crops: Sequence[Frame], at: float
    ) -> Exhibit | None:
        """Keep the crops of one event; a full disk costs the pictures, never the event."""
        try:
            written = tuple(
                self._write(f"{boot:08x}-{sequence:06d}-{number}.jpg", crop)
                for number, crop in enumerate(crops, 1)
            )
            exhibit = Exhibit(boot=boot, sequence=sequence, outcome=outcome, at=at, crops=written)
            _append(self._folder / INDEX, exhibit.model_dump_json().encode() + b"\n")
        except OSError as error:
            _log.error("%s: %s; make room there", self._folder, error.strerror)
            return None
        self._exhibits.append(exhibit)
        self._size += exhibit.size
        self._prune(at)
        return exhibit

    def _write(self, name: str, crop: Frame) -> Crop:
        data = jpeg_of(crop, QUALITY)
        file = self._folder / name
        file.unlink(missing_ok=True)
        _append(file, data)
        return Crop(name=name, sha256=hashlib.sha256(data).hexdigest(), size=len(data))

    def _prune(self, now: float) -> None:
        rule = self._retention
        is_full = len(self._exhibits) > rule.events or self._size > rule.size
        most, size = (
            (SPARE * rule.events, SPARE * rule.size) if is_full else (rule.events, rule.size)
        )
        gone = 0
        while gone < len(self._exhibits) and (
            len(self._exhibits) - gone > most
            or self._size > size
            or now - self._exhibits[gone].at > rule.days * DAY_S
        ):
            self._remove(self._exhibits[gone])
            gone += 1
        if gone:
            del self._exhibits[:gone]
            self._write_index()

    def _remove(self, exhibit: Exhibit) -> None:
        for crop in exhibit.crops:
            (self._folder / crop.name).unlink(missing_ok=True)
        self._size -= exhibit.size

    def _write_index(self) -> None:
        fresh = self._folder / f".{INDEX}.new"
        fresh.unlink(missing_ok=True)
        _append(fresh, b"".join(e.model_dump_json().encode() + b"\n" for e in self._exhibits))
        fresh.replace(self._folder / INDEX)


def read_index(folder: Path) -> tuple[Exhibit, ...]:
    """The exhibits of one device, the oldest first; a line cut short is left out with a warning."""
    file = folder / INDEX
    found = []
    for text in file.read_bytes().splitlines() if file.exists() else []:
        try:
            found.append(Exhibit.model_validate_json(text))
        except ValidationError:
            _log.warning("%s: a line cannot be read and is left out", file)
    return tuple(found)


def problem_of(folder: Path, crop: Crop) -> str:
    """What is wrong with a picture file; empty when it is as it was written."""
    try:
        data = (folder / crop.name).read_bytes()
    except OSError as error:
        return f"{crop.name}: {(error.strerror or 'cannot be read').lower()}"
    is_same = hashlib.sha256(data).hexdigest() == crop.sha256
    return "" if is_same else f"{crop.name}: was changed after it was written"


def _append(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)
