"""A changed table file: what takes effect at once, with the next round, or voids this one."""

from typing import Final

from controller.facts.decisions import HoldReleased, RoundVoided
from controller.facts.events import SettingsChanged
from controller.table import decks, missing, staying_wagers as staying
from controller.table.settings_in_force import apply, with_settings
from controller.table.state import TableState

BY: Final = "the table file"
# A round that has begun under these goes on under them.
WAITING: Final = ("first_seat", "timer_s", "limits", "wager_limits", "fees")
# No round can go on when these change.
VOIDING: Final = ("seats", "by_hand")


def change(table: TableState, event: SettingsChanged) -> None:
    """Take what can be taken now; what touches the round in play waits for its end, or ends it."""
    if table.round is None:
        return apply(table, event.after)
    if _differ(event, VOIDING):
        _void(table)
        return apply(table, event.after)
    if _differ(event, WAITING):
        table.coming = event.after
        kept = {name: getattr(event.before, name) for name in WAITING}
        table.rules = with_settings(table.rules, event.after.model_copy(update=kept))
        return None
    return apply(table, event.after)


def is_between_rounds(table: TableState) -> bool:
    """Whether nothing of a round has happened yet beyond its wagers, and nothing holds."""
    current = table.round
    if table.hold is not None:
        return False
    return current is None or current.open_steps == table.rules.game.deal.steps[0]


def _differ(event: SettingsChanged, names: tuple[str, ...]) -> bool:
    return any(getattr(event.before, name) != getattr(event.after, name) for name in names)


def _void(table: TableState) -> None:
    """The round cannot go on, and the record says so by name; the shoe stays as it is."""
    current, hold = table.round, table.hold
    assert current is not None
    if hold is not None:
        table.hold = None
        table.decide(HoldReleased(name=hold.name, by=BY, ruling="void-round"))
    table.decide(RoundVoided(round=current.number, by=BY))
    decks.spoil(table, current, hold, missing.stacks_counted(table))
    staying.undo(table, current)
    table.round = None
