"""One trial at a time on one port, or on one rig."""

import hashlib
import os
import tempfile
from pathlib import Path

from controller.facts.failure import OperatorError
from controller.process.lock import FileLock, LockTakenError


class PortTakenError(OperatorError):
    """Another trial has this port, or a whole rig; the message names its process."""


def exclusive(subject: Path, what: str) -> FileLock:
    """The lock of a port or a rig file."""
    name = hashlib.sha256(os.fsencode(subject.resolve())).hexdigest()[:16]
    path = Path(tempfile.gettempdir()) / f"underfelt-{what}-{name}.lock"
    try:
        return FileLock(path, 0o666)
    except LockTakenError as holder:
        text = f"{what} {subject} is on trial already by process {holder}; wait until it ends"
        raise PortTakenError(text) from None
    except OSError as error:
        text = f"cannot lock {path}: {error.strerror}; remove that file, or let its owner do so"
        raise PortTakenError(text) from None
