"""What the floor is told of a hold: what was seen, what may be ruled, and what that leads to."""

from typing import Literal

from controller.facts.decisions import Decision, Expectation
from controller.facts.fact import Fact, Name
from controller.facts.kinds import Ruling
from controller.facts.phrase import Phrase


class Prospect(Fact):
    """What a ruling would lead to if it were given now; `refused` says why it would not be taken.

    `held_for` names the hold that would follow, `decided` is what the record would say.
    """

    kind: Literal["prospect"] = "prospect"
    refused: Phrase | None = None
    held_for: Name | None = None
    expected: tuple[Expectation, ...] = ()
    decided: tuple[Decision, ...] = ()


class Offer(Fact):
    """A ruling that fits the hold; what it leads to is open where it needs a card or dice."""

    ruling: Ruling
    needs: Literal["", "card", "dice"] = ""
    # How many dice.
    count: int = 0
    prospect: Prospect | None = None


class HoldReport(Fact):
    """Why the table holds at a row of the record; no name: it does not."""

    kind: Literal["hold_report"] = "hold_report"
    number: int
    name: Name | None = None
    seen: Phrase | None = None
    expected: tuple[Phrase, ...] = ()
    # It also ends without a ruling, when a device is back.
    ends_by_itself: bool = False
    # What arrived since and happens after the ruling, in this order.
    waiting: tuple[Phrase, ...] = ()
    # The usual one first.
    offers: tuple[Offer, ...] = ()
