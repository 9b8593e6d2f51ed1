"""What a bridge and the floor say to one another beside the rows: beats, and where to go on."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from controller.facts.fact import Fact, Text

# A room and a table of it: two rooms may call a table by the same name.
TableName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,39}/[a-z0-9][a-z0-9-]{0,39}$")
]
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=0, lt=2**63)]


# Why nothing is sent or kept: the floor does not know the room; another bridge sends for this
# table; its record is shorter than what is kept, begins after it, tells another story, or has
# hashes that do not hold.
Refusal = Literal[
    "room-unknown",
    "another-bridge",
    "record-older",
    "record-begins-later",
    "record-forked",
    "record-broken",
]


class Beat(Fact):
    """A bridge lives: which one it is, how far its record and its sending are."""

    kind: Literal["beat"] = "beat"
    table: TableName
    game: Text = ""
    # Another one at every start of a bridge.
    bridge: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
    # The table's clock now.
    at_ms: Number
    # How far that is before the floor's at least, by the last answer; behind it is below zero.
    before_ms: Annotated[int, Field(gt=-(2**63), lt=2**63)] = 0
    # The last row of the record, and the last one that was sent.
    number: Number = 0
    sent: Number = 0
    send: Literal["all", "results"] = "all"
    # What the bridge found wrong with its record.
    trouble: Refusal | None = None
    # It goes; another may come at once.
    leaves: bool = False


class Where(Fact):
    """How far the floor keeps a table: the bridge goes on after this row."""

    kind: Literal["where"] = "where"
    number: Number = 0
    hash: Hash | None = None
    # The first row whose body is still to come, 0 for none.
    held_back_from: Number = 0
    # Rows after it are missing in the stream: send them again.
    is_missing: bool = False
    refused: Refusal | None = None
    # The floor's clock at this answer.
    at_ms: Number = 0


def certainly_before(asked_ms: int, floor_ms: int, answered_ms: int) -> int:
    """How far a clock is before the floor's, which answered in between; pure.

    What the way there and back may explain is no difference, however slow it was.
    """
    if floor_ms < asked_ms:
        return asked_ms - floor_ms
    return min(0, answered_ms - floor_ms)
