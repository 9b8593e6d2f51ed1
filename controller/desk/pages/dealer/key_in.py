"""What the page asks for, its receipt, and what the record says became of it."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from pydantic import Field

from controller.bus.messages import Entry
from controller.facts.fact import Fact
from drivers.dealer_page.offer import Act

MOST_ACTS = 6


class KeyIn(Fact):
    """A key was touched: report these acts, one after the other."""

    kind: Literal["key_in"] = "key_in"
    acts: Annotated[tuple[Act, ...], Field(min_length=1, max_length=MOST_ACTS)]


class KeyedIn(Fact):
    """It is in the record; the picture of this number shows it."""

    number: int


Outcome = Literal["done", "not-done", "unknown"]
# What a device says of its link is nobody's press.
OF_LINKS: Final = frozenset({"device_connected", "device_lost"})


def outcome_of(acts: tuple[Act, ...], after: Iterable[Entry]) -> Outcome:
    """What became of acts, by the rows after the picture they were keyed in on.

    The page tells one thing at a time, so the first that its devices told is this, or nothing. Of
    cards and keys everybody may know the kind alone; another screen may have told the same kind.
    """
    devices = {act.device for act in acts}
    told = [row for row in after if row.source in devices and _kind(row) not in OF_LINKS]
    told = [row for row in told if _kind(row)]
    if not told:
        return "not-done"
    is_whole = len(told) == len(acts)
    is_same = all(_is_of(act, row) for act, row in zip(acts, told, strict=False))
    return "done" if is_whole and is_same else "unknown"


def _kind(row: Entry) -> str:
    return row.event.kind if row.event is not None else row.withheld or ""


def _is_of(act: Act, row: Entry) -> bool:
    if row.source != act.device:
        return False
    return row.event == act.event if row.event is not None else row.withheld == act.event.kind
