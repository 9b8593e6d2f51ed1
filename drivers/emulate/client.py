"""Speaks to the emulators' control socket: one physical action, one answer."""

import json
import socket
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from controller.facts.failure import CheckFailedError

PATIENCE_S: Final = 60.0


class EmulatorsError(CheckFailedError):
    """The emulators cannot be reached, or cannot do what was asked; the message says why."""


def ask_emulator(path: Path, device: str, action: str, **arguments: JsonValue) -> JsonValue:
    """Perform one action on an emulated device; returns the action's result."""
    request = {"device": device, "action": action, "arguments": arguments}
    answer = _exchange(path, json.dumps(request).encode() + b"\n")
    if "error" in answer:
        raise EmulatorsError(str(answer["error"]))
    return answer.get("result")


def _exchange(path: Path, line: bytes) -> dict[str, JsonValue]:
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(PATIENCE_S)
            link.connect(str(path))
            link.sendall(line)
            answer = json.loads(link.makefile("rb").readline() or b"null")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        text = f"no emulators answer at {path} ({reason}); start them with `underfelt run`"
        raise EmulatorsError(text) from None
    if not isinstance(answer, dict):
        raise EmulatorsError(f"the emulators at {path} hung up; see what they logged")
    return answer
