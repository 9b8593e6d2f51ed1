"""Wire documents: what a device of one kind says and hears, read from `config/wire/<kind>.toml`."""

from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema, model_validator

from config.document import Document, DocumentError, Problem, Section, read_document
from controller.facts.additions import addition_folders
from controller.facts.cards import Card

WIRE_FOLDER: Final = Path(__file__).parent / "wire"
SESSION: Final = "session.toml"


def _documents() -> dict[str, Path]:
    """The document of every kind, ours before those of additions."""
    folders = (WIRE_FOLDER, *addition_folders("wire"))
    files = (file for folder in folders for file in sorted(folder.glob("*.toml")))
    return {file.stem: file for file in files if file.name != SESSION}


def _known(kind: str) -> str:
    if kind not in DEVICE_KINDS:
        raise ValueError(no_such_kind(kind))
    return kind


def no_such_kind(kind: str) -> str:
    """Say that there is no such kind of device, and which there are."""
    return f"no device kind {kind!r}; use one of {', '.join(DEVICE_KINDS)}"


_DOCUMENTS: Final = _documents()
# A kind of device is what has a wire document.
DEVICE_KINDS: Final = tuple(_DOCUMENTS)
DeviceKind = Annotated[
    str, AfterValidator(_known), WithJsonSchema({"enum": list(DEVICE_KINDS), "type": "string"})
]
FIRST_DEVICE_ID: Final = 0x20
CARD_CODES: Final = tuple(card.value for card in Card)

Byte = Annotated[int, Field(ge=0, le=255)]
Milliseconds = Annotated[int, Field(ge=1, le=60_000)]
WireName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
ValueName = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9-]{0,39}$")]
Summary = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Direction = Literal["event", "command", "reply", "session"]
Party = Literal["device", "host"]

_UNIQUE: Final = (("messages", "name"), ("messages", "id"), ("faults", "name"), ("faults", "code"))
_CEILING: Final = {"u8": 0xFF, "u16": 0xFFFF, "u32": 0xFFFF_FFFF, "list": 0xFF}
_SENDER: Final[dict[Direction, Party]] = {"event": "device", "command": "host", "reply": "device"}


class WireField(Section):
    """One field of a payload; `min` and `max` bound a number or each item of a list."""

    name: WireName
    type: Literal["u8", "u16", "u32", "enum", "card", "text", "list"]
    min: Annotated[int, Field(ge=0)] = 0
    max: Annotated[int, Field(ge=0)] | None = None
    min_length: Byte = 0
    max_length: Byte = 255
    values: dict[ValueName, Byte] = Field(default_factory=dict)
    unit: str = ""
    summary: Summary

    @property
    def ceiling(self) -> int:
        """The largest number this field (or an item of it) may hold."""
        return _CEILING[self.type] if self.max is None else self.max

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if (self.type == "enum") != bool(self.values):
            raise ValueError(f"field {self.name}: give `values` to an enum and to nothing else")
        if len(set(self.values.values())) != len(self.values):
            raise ValueError(f"field {self.name}: two values share a number; number them apart")
        if self.type in _CEILING and not self.min <= self.ceiling <= _CEILING[self.type]:
            raise ValueError(f"field {self.name}: range does not fit {self.type}; correct min, max")
        if self.min_length > self.max_length:
            raise ValueError(f"field {self.name}: min_length is above max_length; swap them")
        return self


class WireMessageType(Section):
    """One message: its id, who sends it, its fields in the order of their bytes."""

    name: WireName
    id: Byte
    direction: Direction
    sender: Party | None = None
    replaces: tuple[WireName, ...] = ()
    # An event's time from what it tells of, or from the command that led to it, to the wire.
    within_ms: Annotated[int, Field(ge=1, le=600_000)] = 2000
    fields: tuple[WireField, ...] = ()
    summary: Summary

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of its fields."""
        return frozenset(field.name for field in self.fields)

    @property
    def sent_by(self) -> Party:
        """Who puts this message on the wire."""
        return self.sender or _SENDER[self.direction]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if (self.direction == "session") != (self.sender is not None):
            raise ValueError(f"{self.name}: give `sender` to a session message and to no other")
        names = [field.name for field in self.fields]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two fields share a name; rename one")
        return self


class Timings(Section):
    """Every time limit of a link, in milliseconds."""

    ready_ms: Milliseconds
    hello_ms: Milliseconds
    resend_ms: Milliseconds
    ack_timeout_ms: Milliseconds
    reply_timeout_ms: Milliseconds
    retry_ms: Milliseconds
    heartbeat_ms: Milliseconds


class FaultCode(Section):
    """Why a device refuses a command; `retry` says that the host should try again later."""

    name: ValueName
    code: Byte
    retry: bool
    summary: Summary


class AnswerRule(Section):
    """One row of a command's answers: the first that is so decides."""

    command: WireName
    when: Summary
    answer: ValueName


class LifeRule(Section):
    """One step in the life of a part of the device, and the event that tells of it."""

    thing: ValueName
    before: Summary
    cause: Summary
    tells: WireName | None = None
    after: Summary


class SessionDocument(Section):
    """What every device shares: the protocol version, the frame limit, the session's messages."""

    protocol: Byte
    max_payload: Annotated[int, Field(ge=32, le=246)]
    messages: tuple[WireMessageType, ...]
    faults: tuple[FaultCode, ...]


class DeviceDocument(Section):
    """One device file as written, before the session's messages join it."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{0,39}$")]
    baud: Annotated[int, Field(ge=9600, le=921_600)]
    window: Annotated[int, Field(ge=1, le=16)]
    summary: Summary
    timings: Timings
    messages: tuple[WireMessageType, ...]
    faults: tuple[FaultCode, ...] = ()
    answers: tuple[AnswerRule, ...] = ()
    life: tuple[LifeRule, ...] = ()


class WireDocument(DeviceDocument):
    """Everything needed to speak with one kind of device, the session included."""

    protocol: Byte
    max_payload: int

    @cached_property
    def by_name(self) -> dict[str, WireMessageType]:
        """Every message under its name."""
        return {message.name: message for message in self.messages}

    @cached_property
    def by_id(self) -> dict[int, WireMessageType]:
        """Every message under its id."""
        return {message.id: message for message in self.messages}

    def having(self, direction: Direction) -> tuple[WireMessageType, ...]:
        """All messages of one direction."""
        return tuple(m for m in self.messages if m.direction == direction)

    def fault(self, name: str) -> FaultCode:
        """The fault of this name."""
        return next(fault for fault in self.faults if fault.name == name)

    def fault_with_code(self, code: int) -> FaultCode | None:
        """The fault with this code, or None."""
        return next((f for f in self.faults if f.code == code), None)


@cache
def load_wire(kind: str, folder: Path = WIRE_FOLDER) -> WireDocument:
    """Read and check the document of one device kind; DocumentError with every problem."""
    file = _DOCUMENTS.get(kind) if folder == WIRE_FOLDER else folder / f"{kind}.toml"
    if file is None or not file.exists():
        raise DocumentError([Problem(folder / f"{kind}.toml", 1, "", no_such_kind(kind))])
    session_document, document = read_document(folder / SESSION), read_document(file)
    session, device = session_document.build(SessionDocument), document.build(DeviceDocument)
    problems = [*_repeats(session_document, session), *_repeats(document, device, session)]
    problems += _misfits(document, device)
    if device.kind != kind:
        problems.append(document.problem(("kind",), f"is {device.kind}; write kind = {kind!r}"))
    if problems:
        raise DocumentError(problems)
    return _joined(session, device)


def _joined(session: SessionDocument, device: DeviceDocument) -> WireDocument:
    joined = {
        "messages": session.messages + device.messages,
        "faults": session.faults + device.faults,
        "protocol": session.protocol,
        "max_payload": session.max_payload,
    }
    return WireDocument.model_validate(dict(device) | joined)


def _repeats(
    document: Document,
    part: SessionDocument | DeviceDocument,
    session: SessionDocument | None = None,
) -> Iterator[Problem]:
    for section, key in _UNIQUE:
        taken = [getattr(item, key) for item in getattr(session, section, ())]
        own = [getattr(item, key) for item in getattr(part, section)]
        yield from document.repeats(section, key, own, taken)


def _misfits(document: Document, device: DeviceDocument) -> Iterator[Problem]:
    commands = {message.name for message in device.messages if message.direction == "command"}
    for number, message in enumerate(device.messages):
        where = ("messages", str(number))
        if message.id < FIRST_DEVICE_ID:
            text = f"ids below {FIRST_DEVICE_ID} belong to the session; choose a higher id"
            yield document.problem((*where, "id"), text)
        if not commands.issuperset(message.replaces):
            yield document.problem((*where, "replaces"), "names no command; name commands only")
