"""What events, decisions and orders have in common: frozen, strict, tagged, JSON both ways."""

from decimal import Decimal
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

Seat = Annotated[int, Field(ge=1, le=14)]
RankCode = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "Jo"]
Pips = Annotated[int, Field(ge=1, le=6)]
Count = Annotated[int, Field(ge=0, le=1000)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
# Money on the table, exact; in JSON it is text.
Chips = Annotated[Decimal, Field(strict=False, ge=0, max_digits=10, decimal_places=2)]
Text = Annotated[str, StringConstraints(max_length=500)]


def _only_printable(name: str) -> str:
    """Names are read by people, in logs and on screens: no sign that moves or hides others."""
    if not name.isprintable():
        raise ValueError("a name is letters, digits, spaces and signs that can be printed")
    return name


PersonName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=80, strip_whitespace=True),
    AfterValidator(_only_printable),
]


# A process uses few of all kinds: each is made ready when it is first used, not at the start.
ON_FIRST_USE: Final = ConfigDict(defer_build=True)


class Fact(BaseModel):
    """A frozen record with a `kind` tag; unknown fields and wrong types are refused."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", **ON_FIRST_USE)


class AddedEvent(Fact):
    """What a device reports and no rule names; the table notes it, and its irregularity if any."""

    irregularity: ClassVar[str] = ""

    kind: str
