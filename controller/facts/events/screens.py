"""What the scoreboard reports of its screens."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.fact import Fact, Name, Text


class ScreenDrawn(Fact):
    """A screen has drawn the table's picture `number`; told at most every ten seconds."""

    kind: Literal["screen_drawn"] = "screen_drawn"
    screen: Name
    number: Annotated[int, Field(ge=0, lt=2**63)]
    page: Annotated[str, Field(max_length=64)]
    paint_ms: Annotated[float, Field(ge=0, le=600_000)]


class ScreenLost(Fact):
    """A screen that had drawn draws no more, or shows an old picture."""

    kind: Literal["screen_lost"] = "screen_lost"
    screen: Name
    reason: Text
