"""What a requirement is, and how each kind is tried."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from drivers.kinds import part_of
from drivers.wire.codec import WireMessage

if TYPE_CHECKING:
    from drivers.conformance.trial import Trial


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
    """One thing a device must do."""

    id: str
    name: str
    sentence: str
    check: "Callable[[Trial], None]"
    # Not every kind has something for a hand to move, or takes orders.
    needs: Literal["nothing", "hand", "order"] = "nothing"


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a kind is tried: what it owes the table, what makes it report, an order of no harm."""

    requirements: tuple[Requirement, ...]
    # What a hand does in turn to make the device report, or which order where no hand can.
    stirrings: tuple[Action, ...] = ()
    stirring_order: Callable[[int], WireMessage] | None = None
    harmless: WireMessage | None = None
    # Payloads of the harmless order whose fields are whole, each with one out of range.
    out_of_range: tuple[bytes, ...] = ()
    # What a hand does for an event with fields, then what undoes it; none where stirring has them.
    telling: tuple[Action, ...] = ()
    # Requirements without which those after them cannot be judged.
    foundation: tuple[str, ...] = ()

    def is_asked(self, requirement: Requirement) -> bool:
        """Whether what every device owes applies to this kind."""
        has = {"nothing": True, "hand": bool(self.stirrings), "order": bool(self.out_of_range)}
        return has[requirement.needs]


def demand(is_so: bool, otherwise: str) -> None:
    """Go on if something is so; else it is a violation."""
    if not is_so:
        raise ViolationError(otherwise)


def conduct_of(kind: str) -> Conduct:
    """How a kind is tried, as its folder says."""
    conduct: Conduct = part_of(kind, "requirements").CONDUCT
    return conduct
