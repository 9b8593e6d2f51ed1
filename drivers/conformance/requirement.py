"""What a requirement is, and what can come of checking one."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from controller.facts.kinds import DEVICE_KINDS

if TYPE_CHECKING:
    from drivers.conformance.trial import Trial

Outcome = Literal["passed", "failed", "not performed"]


class ViolationError(Exception):
    """The device does not do what a requirement asks; the message says what was seen."""


class NotPerformedError(Exception):
    """A requirement could not be tried; the message says why."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a hand does to the device: for an emulator a call, for a person a sentence."""

    name: str
    prompt: str
    arguments: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing every device of these kinds must do."""

    id: str
    name: str
    sentence: str
    check: "Callable[[Trial], None]"
    kinds: tuple[str, ...] = DEVICE_KINDS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one requirement."""

    requirement: Requirement
    outcome: Outcome
    reason: str
    seconds: float


def demand(is_so: bool, otherwise: str) -> None:
    """Go on if something is so; else it is a violation."""
    if not is_so:
        raise ViolationError(otherwise)
