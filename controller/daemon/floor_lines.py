"""Holds and rulings for the daemon's log: what happened under whose name, and no card of it."""

import logging
from collections.abc import Iterable, Iterator

from controller.facts.decisions import (
    Decision,
    HandCorrected,
    HandInserted,
    HandTakenBack,
    HoldReleased,
    RoundVoided,
    RulingRefused,
    TableHeld,
)

_log = logging.getLogger(__name__)


def log_floor(decisions: Iterable[Decision]) -> None:
    """Write what the floor would look for into the daemon's log."""
    for line in floor_lines(decisions):
        _log.warning("%s", line)


def floor_lines(decisions: Iterable[Decision]) -> Iterator[str]:
    """A line for each decision that the floor would look for."""
    for decision in decisions:
        match decision:
            case TableHeld(name=name):
                yield f"on hold: {name}"
            case HoldReleased(name=name, by=by, ruling=ruling):
                yield f"hold {name} ended by {by}: {ruling}"
            case RulingRefused(reason=reason):
                yield f"ruling refused: {reason.code}"
            case RoundVoided(round=number, by=by):
                yield f"round {number} is void, by {by}"
            case HandCorrected(shoe=shoe, hand=hand, by=by):
                yield f"shoe {shoe}, hand {hand} corrected by {by}"
            case HandTakenBack(shoe=shoe, hand=hand, by=by):
                yield f"shoe {shoe}, hand {hand} taken back by {by}"
            case HandInserted(shoe=shoe, hand=hand, by=by):
                yield f"shoe {shoe}, hand {hand} put in by {by}"
            case _:
                pass
