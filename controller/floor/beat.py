"""What a bridge and the floor say to one another beside the rows: beats, and where to go on."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from controller.facts.fact import Fact, Name

# A room and a table of it: two rooms may call a table by the same name.
TableName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}/[a-z0-9][a-z0-9-]{0,39}$")
]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=0, lt=2**63)]


class Beat(Fact):
    """A bridge lives: which one it is, how far its record and its sending are."""

    kind: Literal["beat"] = "beat"
    table: TableName
    game: Name
    # Another one at every start of a bridge.
    bridge: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    # The table's clock now.
    at_ms: Number
    # The last row of the record, and the last one that was sent.
    number: Number
    sent: Number
    send: Literal["all", "results"] = "all"
    # It goes; another may come at once.
    leaves: bool = False


# Why a bridge may not send: another sends for this table, the record is shorter than what is
# kept, the record tells another story, or its hashes do not hold.
Refusal = Literal["another-bridge", "record-older", "record-forked", "record-broken"]


class Where(Fact):
    """How far the floor keeps a table: the bridge goes on after this row."""

    kind: Literal["where"] = "where"
    number: Number = 0
    hash: Hash | None = None
    # The first row whose body is still to come, 0 for none.
    held_back_from: Number = 0
    refused: Refusal | None = None
    # The row that does not fit, if one was found.
    at: Number = 0
