"""What a person asks of a table from a wall, signed by the wall where that person is logged in."""

from typing import Annotated

from pydantic import Field, StringConstraints

from controller.bus.desk_messages import AskHold, AskProspect, Submit
from controller.bus.messages import AskHistory
from controller.facts.fact import Fact, Name, PersonName, Text

# All that may be asked from elsewhere: why the table holds, and a ruling on it.
RemoteRequest = Annotated[AskHold | AskProspect | AskHistory | Submit, Field(discriminator="kind")]
Moment = Annotated[int, Field(ge=0, lt=2**53)]


class RemoteAct(Fact):
    """One request to one table: whose, from where, when, and when the PIN was given there."""

    # With its room: two rooms may call a table by the same name.
    table: Text
    person: PersonName
    # What the wall is called.
    where: Name
    at_ms: Moment
    pin_at_ms: Moment
    # When the second method proved the person, where that was done.
    proved_at_ms: Moment | None = None
    # Another one each time: what is repeated on its way counts once.
    once: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    request: RemoteRequest
