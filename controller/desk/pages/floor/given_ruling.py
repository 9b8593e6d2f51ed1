"""A ruling given at a desk, and the row of the record that says so; or why it was not taken."""

from collections.abc import Sequence
from typing import Final

from config.words import Words, words
from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry
from controller.desk.pages.floor.lines import lines_of
from controller.desk.pages.floor.shown import RowLine
from controller.facts.decisions import RulingRefused
from controller.facts.events import RulingGiven

# An event and its decisions are written together; no ruling decides more than this.
MOST_DECISIONS: Final = 50


def given(desk: DeskClient, ruling: RulingGiven, said: Words) -> RowLine:
    """Rule so; DeskError where the rules do not take it."""
    number = desk.submit(ruling)
    rows = _own(desk.history(number - 1, MOST_DECISIONS))
    for row in rows:
        if isinstance(row.decision, RulingRefused):
            reason = row.decision.reason
            raise DeskError(words().say(reason), reason)
    return next(lines_of(rows, said))


def _own(rows: Sequence[Entry]) -> list[Entry]:
    """An event and its decisions, without what came after."""
    own = list(rows[:1])
    for row in rows[1:]:
        if row.event is not None:
            break
        own.append(row)
    return own
