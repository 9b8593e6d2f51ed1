"""Alarms as pages show them: what is wrong, how urgent, since when, and who has seen it."""

from typing import Annotated, Final, Literal

from pydantic import Field

from controller.facts.fact import Fact, Name, Text
from controller.facts.phrase import Phrase

Priority = Literal["high", "medium", "low"]
# The most urgent first.
PRIORITIES: Final[tuple[Priority, ...]] = ("high", "medium", "low")
LONGEST_PAUSE_S: Final = 120


class AlarmView(Fact):
    """One occurrence of an alarm: from when its condition held, and until when it did."""

    number: Annotated[int, Field(ge=1)]
    condition: Name
    priority: Priority
    told: Phrase
    since_ms: int
    # Set when the condition is gone and nobody has acknowledged that it was there.
    ended_ms: int | None = None
    is_acknowledged: bool = False
    # Nobody's name is told in public.
    acknowledged_by: Text = ""


class AlarmsView(Fact):
    """Every alarm, the most urgent and then the newest first; which of them sounds now."""

    alarms: tuple[AlarmView, ...] = ()
    sounds: Priority | None = None
    # How long the sound stays paused, when this was drawn.
    pause_left_ms: Annotated[int, Field(ge=0)] = 0

    def without_names(self) -> "AlarmsView":
        """The same for everybody: that somebody has seen an alarm, not who."""
        alarms = tuple(each.model_copy(update={"acknowledged_by": ""}) for each in self.alarms)
        return self.model_copy(update={"alarms": alarms})
