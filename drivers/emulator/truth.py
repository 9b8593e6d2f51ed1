"""What emulated devices truly did, noted before it is sent: an outside measure for the record."""

import json
import os
import time
from pathlib import Path

from controller.facts.failure import OperatorError
from drivers.wire.codec import WireMessage


class TruthFile:
    """A JSON line for each thing a device noticed; written whole, so that a kill tears none."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o640)
        except OSError as error:
            raise OperatorError(
                f"cannot write to {path}: {error.strerror}; choose another with --truth"
            ) from None

    def note(
        self, device: str, message: WireMessage, boot: int | None = None, number: int | None = None
    ) -> None:
        """Note a message; a scanner's or a camera's has neither boot nor number."""
        line = {
            "at_ms": time.time_ns() // 1_000_000,
            "device": device,
            "boot": boot,
            "number": number,
            "message": message.name,
            "fields": dict(message.fields),
        }
        os.write(self._file, json.dumps(line).encode() + b"\n")
