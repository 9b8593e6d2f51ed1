"""Every message on the bus: one frozen class per kind, JSON in a single ZeroMQ frame."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from controller.facts.decisions import Decision
from controller.facts.events import Event
from controller.facts.fact import ON_FIRST_USE, Fact, Name, Text
from controller.facts.orders import Order
from controller.facts.phrase import Phrase, Reason

BUS_VERSION = 1
# What a device or a reader may number: the record keeps 64 bits.
Ordinal = Annotated[int, Field(ge=0, lt=2**63)]

# From a driver to the daemon, on the devices socket


class Hello(Fact):
    """A driver introduces itself and names its start; the daemon answers Welcome or Refused."""

    kind: Literal["hello"] = "hello"
    device: Name
    device_kind: Name
    boot: Ordinal
    bus_version: int = BUS_VERSION


class Report(Fact):
    """One event with the number its origin gave it; sent again until acknowledged."""

    kind: Literal["report"] = "report"
    device: Name
    boot: Ordinal
    sequence: Ordinal
    event: Event


class Heartbeat(Fact):
    """The driver lives; `sequence` is the last one it reported."""

    kind: Literal["heartbeat"] = "heartbeat"
    device: Name
    boot: Ordinal
    sequence: Ordinal


class LinkStatistics(Fact):
    """Figures of a driver's link to its device since the driver started; never in the record."""

    kind: Literal["link_statistics"] = "link_statistics"
    device: Name
    is_linked: bool
    uptime_s: Ordinal
    frames_in: Ordinal
    frames_out: Ordinal
    bad_crc: Ordinal
    bad_frames: Ordinal
    resends: Ordinal
    reconnects: Ordinal
    round_trip_ms: Annotated[float, Field(ge=0)] | None = None
    record_ms: Annotated[float, Field(ge=0)] | None = None


class ScreensState(Fact):
    """What is wrong with the scoreboard's screens, "" when they draw; never in the record."""

    kind: Literal["screens_state"] = "screens_state"
    device: Name
    trouble: Reason


DriverMessage = Annotated[
    Hello | Report | Heartbeat | LinkStatistics | ScreensState, Field(discriminator="kind")
]
DRIVER_MESSAGE: TypeAdapter[DriverMessage] = TypeAdapter(DriverMessage, config=ON_FIRST_USE)

# From the daemon to a driver


class Welcome(Fact):
    """The daemon knows this device."""

    kind: Literal["welcome"] = "welcome"
    table: Name


class Refused(Fact):
    """The daemon will not take what was sent, and says why; at the desk also as a code."""

    kind: Literal["refused"] = "refused"
    reason: Text
    because: Phrase | None = None
    boot: int | None = None
    sequence: int | None = None


class Ack(Fact):
    """The report is in the record."""

    kind: Literal["ack"] = "ack"
    boot: Ordinal
    sequence: Ordinal


class Command(Fact):
    """An order for the device; repeated whenever the driver says hello."""

    kind: Literal["command"] = "command"
    order: Order


DaemonMessage = Annotated[Welcome | Refused | Ack | Command, Field(discriminator="kind")]
DAEMON_MESSAGE: TypeAdapter[DaemonMessage] = TypeAdapter(DaemonMessage, config=ON_FIRST_USE)

# From the daemon to everyone, on the feeds


class Entry(Fact):
    """One row of the record: an event or a decision, numbered without holes.

    On the public feed and in its history a row that tells of cards is `withheld`: only its kind is
    told. What lies face up is on the board, and in the decisions that end a round.
    """

    kind: Literal["entry"] = "entry"
    number: int
    at_ms: int
    source: str
    event: Event | None = None
    decision: Decision | None = None
    withheld: str = ""


class Beat(Fact):
    """The daemon lives; `number` is the last row of the record."""

    kind: Literal["beat"] = "beat"
    number: int
    at_ms: int
    trouble: Text = ""


class SignedNote(Fact):
    """The record's size and root as the table signed them; a witness has seen `seen` rows."""

    kind: Literal["signed_note"] = "signed_note"
    text: str
    size: int
    seen: int = 0
    seen_at_s: int | None = None


# A question and its answer; at the desk a session must be given, elsewhere nobody asks for one

SessionId = Annotated[str, StringConstraints(max_length=64)]


class AskBoard(Fact):
    """Ask for the picture of the table."""

    kind: Literal["ask_board"] = "ask_board"
    session: SessionId = ""


class AskHistory(Fact):
    """Ask for rows of the record after a number."""

    kind: Literal["ask_history"] = "ask_history"
    session: SessionId = ""
    after: Ordinal
    limit: Annotated[int, Field(ge=1, le=1000)] = 500


class AskLinks(Fact):
    """Ask for the newest figures of every link."""

    kind: Literal["ask_links"] = "ask_links"
    session: SessionId = ""


class History(Fact):
    """Rows of the record."""

    kind: Literal["history"] = "history"
    entries: tuple[Entry, ...]


class Links(Fact):
    """The newest figures of every link whose driver lives."""

    kind: Literal["links"] = "links"
    links: tuple[LinkStatistics, ...]


Question = Annotated[AskBoard | AskHistory | AskLinks, Field(discriminator="kind")]
QUESTION: TypeAdapter[Question] = TypeAdapter(Question, config=ON_FIRST_USE)
