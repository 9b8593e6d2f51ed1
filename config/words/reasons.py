"""Why a device is lost, in English: for the log of a process that needs no other words."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from controller.facts.failure import OperatorError
from controller.facts.phrase import Reason

# A driver in trouble reads these few lines, not a whole language: it may wait for hours.
FILE: Final = Path(__file__).with_name("en") / "devices.toml"


class LostError(OperatorError):
    """A device cannot be had; `reason` tells why in every language."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(in_english(reason))
        self.reason = reason


def in_english(reason: Reason) -> str:
    """The sentence of a reason; text is told as it came."""
    if isinstance(reason, str):
        return reason
    return _sentences()[reason.code].format(**reason.arguments)


@cache
def _sentences() -> Mapping[str, str]:
    phrases: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))["phrases"]
    return phrases
