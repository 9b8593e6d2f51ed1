"""Phrases: a code with its arguments; a sentence is made of it where a person reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import ConfigDict

from controller.facts.fact import Fact, Name, Text


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said, as a code; `arguments` are the seats, cards and counts it speaks of."""

    __pydantic_config__: ClassVar = ConfigDict(strict=True, extra="forbid")

    code: Name
    arguments: Mapping[str, "Argument"] = field(default_factory=dict, hash=False)


# A phrase may speak of another one: why a device is away.
Argument = int | str | tuple[int, ...] | tuple[str, ...] | Phrase
# Why something is so: a phrase, or the text of a part of the room that has no words of ours.
Reason = Phrase | Text


def phrase(code: str, **arguments: Argument) -> Phrase:
    """A phrase with its arguments by name."""
    return Phrase(code, arguments)


def seen(event: Fact, **more: Argument) -> Phrase:
    """An event as what was seen: its kind is the code, its fields are the arguments."""
    content = event.model_dump(exclude={"kind"}, exclude_none=True)
    arguments = {name: _argument(value) for name, value in content.items()}
    arguments |= {name: value for name, value in event if isinstance(value, Phrase)}
    kind = str(getattr(event, "kind", ""))
    return Phrase(f"seen-{kind.replace('_', '-')}", arguments | more)


def _argument(value: object) -> Argument:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return value
    return tuple(value) if isinstance(value, tuple) else str(value)
