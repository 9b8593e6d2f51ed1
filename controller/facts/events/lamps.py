"""What lamps report."""

from typing import Literal

from controller.facts.fact import Fact, Name, Seat


class LampsShown(Fact):
    """The lamps show these seats."""

    kind: Literal["lamps_shown"] = "lamps_shown"
    bank: Seat | None
    action: Seat | None


class LampStuck(Fact):
    """A lamp's read-back does not follow its order."""

    kind: Literal["lamp_stuck"] = "lamp_stuck"
    lamp: Name
