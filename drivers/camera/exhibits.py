"""Digests of the pictures a camera kept, told by its process to its driver."""

import contextlib
from collections import deque
from pathlib import Path
from typing import Final, NamedTuple

SUFFIX: Final = ".exhibits"
# A driver asks when the event arrives; only what it has not acknowledged yet may be asked again.
MOST: Final = 256


class Told(NamedTuple):
    """An event's numbers, and the digest of its pictures."""

    boot: int
    sequence: int
    digest: str


class ExhibitNotes:
    """The process's side: the newest digests in a file beside the line."""

    def __init__(self, device_path: Path) -> None:
        self._file = exhibits_file(device_path)
        self._newest: deque[Told] = deque(_read(self._file), maxlen=MOST)

    def tell(self, boot: int, sequence: int, digest: str) -> None:
        """Add one; a full disk costs the note, never the event."""
        self._newest.append(Told(boot, sequence, digest))
        fresh = self._file.with_name(f".{self._file.name}.new")
        lines = (f"{told.boot} {told.sequence} {told.digest}\n" for told in self._newest)
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text("".join(lines))
            fresh.replace(self._file)


def exhibits_file(device_path: Path) -> Path:
    """Where the process of a camera writes what it kept."""
    return device_path.with_name(device_path.name + SUFFIX)


def digest_of(device_path: Path, boot: int, sequence: int) -> str | None:
    """The driver's side: the digest of an event's pictures, if any were kept."""
    for told in _read(exhibits_file(device_path)):
        if (told.boot, told.sequence) == (boot, sequence):
            return told.digest
    return None


def _read(file: Path) -> list[Told]:
    try:
        lines = [line.split() for line in file.read_text().splitlines()]
    except (OSError, UnicodeDecodeError):
        return []
    return [Told(int(line[0]), int(line[1]), line[2]) for line in lines if len(line) == 3]
