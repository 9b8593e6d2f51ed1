"""What a tilt sensor reports."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from controller.facts.fact import AddedEvent


class TableBumped(AddedEvent):
    """Somebody bumped the table, with this strength in thousandths of gravity."""

    irregularity: ClassVar[str] = "table-bumped"

    kind: Literal["table_bumped"] = "table_bumped"
    strength: Annotated[int, Field(ge=100, le=4000)]


EVENTS: Final = (TableBumped,)
