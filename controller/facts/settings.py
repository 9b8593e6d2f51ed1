"""The settings of a table: what its file says and no book does, as the record keeps it."""

from typing import Annotated

from pydantic import Field

from controller.facts.fact import Fact, Name, Seat, Text

Limit = Annotated[int, Field(ge=0)]


class Settings(Fact):
    """What may be changed from one start to the next without another game."""

    seats: Seat
    first_seat: Seat
    timer_s: Annotated[int, Field(ge=0)] | None
    limits: tuple[Limit, Limit] | None
    # Limits of wagers that have their own.
    wager_limits: tuple[tuple[str, Limit, Limit], ...] = ()
    # The collection schedule in force.
    fees: str | None = None
    by_hand: bool = False
    # Each device and its kind; those without which the table holds.
    devices: tuple[tuple[Name, Name], ...] = ()
    holds_when_lost: tuple[Name, ...] = ()
    title: Text = ""
    collection: Text = ""
