"""What a page and the desk's server say to each other."""

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny, StringConstraints, TypeAdapter

from controller.desk.alarm_strip import AlarmStrip
from controller.facts.fact import Fact, Text
from controller.facts.roles import ActingRole, Pin, Proof
from drivers.scoreboard.screens_seen import Drawn

ActId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{8,64}$")]

# From the server


class Snapshot(Fact):
    """The whole picture; `edition` names the files of the pages, `number` the board it is of."""

    kind: Literal["snapshot"] = "snapshot"
    edition: str
    number: int
    age_ms: int
    person: str
    role: ActingRole | None
    alarms: AlarmStrip
    shown: SerializeAsAny[Fact]


class Picture(Fact):
    """What a page shows one person, as of a number of the record."""

    number: int
    alarms: AlarmStrip
    shown: SerializeAsAny[Fact]


class PageBeat(Fact):
    """Nothing new; `age_ms` is the time since the table vouched for what the page shows."""

    kind: Literal["beat"] = "beat"
    edition: str
    age_ms: int
    # The record cannot be written: nothing that happens is taken.
    trouble: bool = False


class Done(Fact):
    """What was asked for is done, once; the receipt is the page's own."""

    kind: Literal["done"] = "done"
    id: ActId
    receipt: SerializeAsAny[Fact] | None = None


class NotDone(Fact):
    """What was asked for is not done; the code is for the page, the text for the person."""

    kind: Literal["not_done"] = "not_done"
    id: ActId
    code: str
    text: Text


class BadgeRead(Fact):
    """The badge reader of this machine has read one for the page; the desk keeps what it says."""

    kind: Literal["badge_read"] = "badge_read"


FromServer = Snapshot | PageBeat | Done | NotDone | BadgeRead

# From a page


class Act(Fact):
    """Do this once; `again` when the answer to the same id never came.

    `seen` is the number of the picture it was asked for on: what became of it stands after that.
    """

    kind: Literal["act"] = "act"
    id: ActId
    request: dict[str, object]
    again: bool = False
    seen: Annotated[int, Field(ge=0)] = 0


class FreshPin(Fact):
    """The PIN once more, for what needs a fresh one, and the room's second method."""

    kind: Literal["pin"] = "pin"
    id: ActId
    pin: Pin
    proof: Proof | None = None
    # The proof is the badge that the reader of this machine has just read.
    by_badge: bool = False


class AwaitBadge(Fact):
    """The page asks for a badge, or no longer does."""

    kind: Literal["await_badge"] = "await_badge"
    is_open: bool


FromPage = Annotated[Act | FreshPin | AwaitBadge | Drawn, Field(discriminator="kind")]
FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)
