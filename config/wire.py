"""Wire documents: what a device of one kind says and hears, read from `config/wire/<kind>.toml`."""

import json
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from controller.facts.cards import Card
from controller.facts.kinds import DEVICE_KINDS

WIRE_FOLDER: Final = Path(__file__).parent / "wire"
FIRST_DEVICE_ID: Final = 0x20
CARD_CODES: Final = tuple(card.value for card in Card)

Byte = Annotated[int, Field(ge=0, le=255)]
Milliseconds = Annotated[int, Field(ge=1, le=60_000)]
WireName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
ValueName = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9-]{0,39}$")]
Summary = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Direction = Literal["event", "command", "reply", "session"]
Party = Literal["device", "host"]

_CEILING: Final = {"u8": 0xFF, "u16": 0xFFFF, "u32": 0xFFFF_FFFF, "list": 0xFF}
_SENDER: Final[dict[Direction, Party]] = {"event": "device", "command": "host", "reply": "device"}


class WireDocumentError(ValueError):
    """A wire document is missing or wrong; the message names file, key and remedy."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


_Model = TypeVar("_Model", bound=_Frozen)


class WireField(_Frozen):
    """One field of a payload; `min` and `max` bound a number or each item of a list."""

    name: WireName
    type: Literal["u8", "u16", "u32", "enum", "card", "text", "list"]
    min: Annotated[int, Field(ge=0)] = 0
    max: Annotated[int, Field(ge=0)] | None = None
    min_length: Byte = 0
    max_length: Byte = 255
    values: dict[ValueName, Byte] = {}
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


class WireMessageType(_Frozen):
    """One message: its id, who sends it, its fields in the order of their bytes."""

    name: WireName
    id: Byte
    direction: Direction
    sender: Party | None = None
    replaces: tuple[WireName, ...] = ()
    fields: tuple[WireField, ...] = ()
    summary: Summary

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


class Timings(_Frozen):
    """Every time limit of a link, in milliseconds."""

    ready_ms: Milliseconds
    hello_ms: Milliseconds
    resend_ms: Milliseconds
    ack_timeout_ms: Milliseconds
    reply_timeout_ms: Milliseconds
    retry_ms: Milliseconds
    heartbeat_ms: Milliseconds


class FaultCode(_Frozen):
    """Why a device refuses a command; `retry` says that the host should try again later."""

    name: ValueName
    code: Byte
    retry: bool
    summary: Summary


class SessionDocument(_Frozen):
    """What every device shares: the protocol version, the frame limit, the session's messages."""

    protocol: Byte
    max_payload: Annotated[int, Field(ge=32, le=246)]
    messages: tuple[WireMessageType, ...]
    faults: tuple[FaultCode, ...]


class DeviceDocument(_Frozen):
    """One device file as written, before the session's messages join it."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{0,39}$")]
    baud: Annotated[int, Field(ge=9600, le=921_600)]
    window: Annotated[int, Field(ge=1, le=16)]
    summary: Summary
    timings: Timings
    messages: tuple[WireMessageType, ...]
    faults: tuple[FaultCode, ...] = ()


class WireDocument(DeviceDocument):
    """Everything needed to speak with one kind of device, the session included."""

    protocol: Byte
    max_payload: int

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        _refuse_doubles("message name", [message.name for message in self.messages])
        _refuse_doubles("message id", [message.id for message in self.messages])
        _refuse_doubles("fault name", [fault.name for fault in self.faults])
        _refuse_doubles("fault code", [fault.code for fault in self.faults])
        commands = {message.name for message in self.messages if message.direction == "command"}
        for message in self.messages:
            if not commands.issuperset(message.replaces):
                raise ValueError(f"{message.name}: `replaces` names no command; name commands only")
        return self

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
    """Read and check the document of one device kind."""
    session = _read(SessionDocument, folder / "session.toml")
    path = folder / f"{kind}.toml"
    device = _read(DeviceDocument, path)
    if device.kind != kind:
        raise WireDocumentError(f"{path.name}: kind is {device.kind}; write kind = {kind!r}")
    for message in device.messages:
        if message.id < FIRST_DEVICE_ID:
            raise WireDocumentError(
                f"{path.name}: {message.name}: ids below {FIRST_DEVICE_ID} belong to the session; "
                "choose a higher id"
            )
    return _join(session, device, path)


def _join(session: SessionDocument, device: DeviceDocument, path: Path) -> WireDocument:
    try:
        return WireDocument(
            **{name: getattr(device, name) for name in DeviceDocument.model_fields}
            | {"messages": session.messages + device.messages}
            | {"faults": session.faults + device.faults},
            protocol=session.protocol,
            max_payload=session.max_payload,
        )
    except ValidationError as error:
        raise WireDocumentError(_problems(path, error)) from None


def _read(model: type[_Model], path: Path) -> _Model:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        # Through JSON because strict mode takes TOML's arrays for tuples only there.
        return model.model_validate_json(json.dumps(data, default=str))
    except FileNotFoundError:
        known = ", ".join(DEVICE_KINDS)
        raise WireDocumentError(
            f"{path.name}: no such wire document; use a known device kind ({known})"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WireDocumentError(f"{path.name}: not TOML: {error}; correct the file") from None
    except ValidationError as error:
        raise WireDocumentError(_problems(path, error)) from None


def _problems(path: Path, error: ValidationError) -> str:
    found = (
        f"{'.'.join(str(part) for part in problem['loc']) or 'document'}: {problem['msg']}"
        for problem in error.errors()
    )
    return f"{path.name}: {'; '.join(found)}; correct the file"


def _refuse_doubles(what: str, values: Sequence[str | int]) -> None:
    doubles = sorted({str(value) for value in values if values.count(value) > 1})
    if doubles:
        raise ValueError(f"{what} used twice: {', '.join(doubles)}; make each unique")
