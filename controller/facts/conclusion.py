"""What all decisions have in common: plain classes, checked when they come back from text."""

from dataclasses import dataclass, field
from typing import ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict

Kind = TypeVar("Kind")


class Conclusion:
    """What the core concluded; read back from text it is checked as strictly as an event."""

    __slots__ = ()
    __pydantic_config__: ClassVar = ConfigDict(strict=True, extra="forbid")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def conclusion(kind: type[Kind]) -> type[Kind]:
    """A class of values, which the types keep from being changed."""
    # `frozen` would lock every field at run time, at half the cost of making the whole decision.
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(kind)
