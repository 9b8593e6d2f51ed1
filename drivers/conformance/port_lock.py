"""One trial at a time on one port: a lock that dies with its process."""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class PortTakenError(Exception):
    """Another trial has this port, or a whole rig; the message names its process."""


@contextmanager
def exclusive(subject: Path, what: str) -> Iterator[None]:
    """Hold the lock of a port or a rig file as long as the block lasts."""
    name = hashlib.sha256(os.fsencode(subject.resolve())).hexdigest()[:16]
    path = Path(tempfile.gettempdir()) / f"underfelt-{what}-{name}.lock"
    descriptor = _open(path)
    try:
        _lock(descriptor, subject, what)
        yield
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        text = f"cannot lock {path}: {error.strerror}; remove that file, or let its owner do so"
        raise PortTakenError(text) from None


def _lock(descriptor: int, subject: Path, what: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
        text = f"{what} {subject} is on trial already by process {holder}; wait until it ends"
        raise PortTakenError(text) from None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
