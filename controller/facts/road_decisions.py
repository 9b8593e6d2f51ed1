"""Decisions about hands on a road: how a coup ended, and what the floor made of it later."""

from typing import Literal

from controller.facts.cards import Card
from controller.facts.conclusion import Conclusion, conclusion
from controller.facts.fact import Name, PersonName, Text

Winner = Literal["player", "banker", "tie"]


@conclusion
class OutcomeDecided(Conclusion):
    """A coup is complete: both hands, the winner, and the marks the road keeps.

    A result entered or corrected by hand has no cards and no totals; nobody bet on a free hand.
    """

    kind: Literal["outcome_decided"] = "outcome_decided"
    # 0 of a hand that the floor put in and no round of the record had.
    round: int
    winner: Winner
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int | None
    banker_total: int | None
    mark: str
    bonuses: tuple[Name, ...] = ()
    readings: tuple[Name, ...] = ()
    is_free: bool = False
    # The floor ruled what it was, or that it was.
    is_ruled: bool = False


@conclusion
class HandCorrected(Conclusion):
    """Hand number `hand` of the shoe, from 1, was not `before`; from now on it is `after`."""

    kind: Literal["hand_corrected"] = "hand_corrected"
    shoe: int
    hand: int
    before: OutcomeDecided
    after: OutcomeDecided
    by: PersonName
    note: Text = ""


@conclusion
class HandTakenBack(Conclusion):
    """Hand number `hand` of the shoe, from 1, does not count; the later ones move up."""

    kind: Literal["hand_taken_back"] = "hand_taken_back"
    shoe: int
    hand: int
    taken: OutcomeDecided
    by: PersonName
    note: Text = ""


@conclusion
class HandInserted(Conclusion):
    """A hand is put in as number `hand` of the shoe, from 1; the later ones move down."""

    kind: Literal["hand_inserted"] = "hand_inserted"
    shoe: int
    hand: int
    inserted: OutcomeDecided
    by: PersonName
    note: Text = ""
