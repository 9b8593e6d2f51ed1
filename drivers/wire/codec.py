"""Messages to payload bytes and back, by the wire document and within its ranges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from config.wire_document import CARD_CODES, WireDocument, WireField, WireMessageType
from controller.facts.cards import Card
from drivers.wire.framing import Frame

Value = int | str | tuple[int, ...]

_WIDTH: Final = {"u8": 1, "u16": 2, "u32": 4}


class CodecError(ValueError):
    """A message does not fit its wire document; the text names message, field and remedy."""


@dataclass(frozen=True, slots=True)
class WireMessage:
    """One message by name, with the values of its fields; off the wire a card is a Card."""

    name: str
    fields: Mapping[str, Value] = field(default_factory=dict)

    def integer(self, name: str) -> int:
        """The value of a number field."""
        value = self.fields[name]
        assert isinstance(value, int)
        return value

    def text(self, name: str) -> str:
        """The value of a text, enum or card field."""
        value = self.fields[name]
        assert isinstance(value, str)
        return value


def wire_message(name: str, **fields: Value) -> WireMessage:
    """Write a message as a call: `wire_message("card_drawn", card="Td")`."""
    return WireMessage(name, fields)


def pack(
    document: WireDocument, message: WireMessage, sequence: int = 0, version: int | None = None
) -> Frame:
    """Turn a message into a frame."""
    kind = document.by_name.get(message.name)
    if kind is None:
        raise CodecError(f"{document.kind}: no message {message.name}; see its wire document")
    if message.fields.keys() != kind.names:
        wanted = ", ".join(item.name for item in kind.fields) or "none"
        raise CodecError(f"{document.kind}: {kind.name}: wrong fields; give {wanted}")
    payload = b"".join(_pack_field(kind, item, message.fields[item.name]) for item in kind.fields)
    if len(payload) > document.max_payload:
        raise CodecError(
            f"{document.kind}: {kind.name}: over {document.max_payload} bytes; shorten"
        )
    return Frame(document.protocol if version is None else version, kind.id, sequence, payload)


def unpack(document: WireDocument, frame: Frame, may_grow: bool = False) -> WireMessage:
    """Turn a frame into a message; `may_grow` allows bytes after the known fields."""
    kind = document.by_id.get(frame.type)
    if kind is None:
        raise CodecError(f"{document.kind}: no message has id {frame.type}; see its wire document")
    values: dict[str, Value] = {}
    rest = frame.payload
    for item in kind.fields:
        values[item.name], rest = _unpack_field(kind, item, rest)
    if rest and not may_grow:
        raise CodecError(f"{document.kind}: {kind.name}: {len(rest)} bytes too many; remove them")
    return WireMessage(kind.name, values)


def _pack_field(kind: WireMessageType, item: WireField, value: Value) -> bytes:
    match item.type, value:
        case (("u8" | "u16" | "u32"), int()):
            return _ranged(kind, item, value).to_bytes(_WIDTH[item.type], "big")
        case "enum", str() if value in item.values:
            return bytes([item.values[value]])
        case "card", str() if value in CARD_CODES:
            return bytes([CARD_CODES.index(value)])
        case "text", str():
            data = value.encode()
            return _counted(kind, item, data)
        case "list", tuple():
            return _counted(kind, item, bytes(_ranged(kind, item, number) for number in value))
    raise CodecError(f"{kind.name}.{item.name}: {value!r} is no {item.type} here; {_choice(item)}")


def _unpack_field(kind: WireMessageType, item: WireField, data: bytes) -> tuple[Value, bytes]:
    width = _WIDTH.get(item.type, 1)
    if len(data) < width:
        raise CodecError(f"{kind.name}.{item.name}: payload ends early; send the whole field")
    number, rest = int.from_bytes(data[:width], "big"), data[width:]
    match item.type:
        case "enum":
            return _name_of(kind, item, number), rest
        case "card" if number < len(CARD_CODES):
            return Card(CARD_CODES[number]), rest
        case "card":
            raise CodecError(f"{kind.name}.{item.name}: {number} is no card; send 0 to 52")
        case "text" | "list":
            return _unpack_counted(kind, item, number, rest)
    return _ranged(kind, item, number), rest


def _unpack_counted(
    kind: WireMessageType, item: WireField, length: int, data: bytes
) -> tuple[Value, bytes]:
    if len(data) < length:
        raise CodecError(f"{kind.name}.{item.name}: payload ends early; send {length} bytes")
    content, rest = data[:length], data[length:]
    _counted(kind, item, content)
    if item.type == "list":
        return tuple(_ranged(kind, item, number) for number in content), rest
    try:
        return content.decode(), rest
    except UnicodeDecodeError:
        raise CodecError(f"{kind.name}.{item.name}: not UTF-8; send UTF-8 text") from None


def _ranged(kind: WireMessageType, item: WireField, number: int) -> int:
    if not item.min <= number <= item.ceiling:
        limits = f"{item.min} to {item.ceiling}"
        raise CodecError(f"{kind.name}.{item.name}: {number} is out of range; send {limits}")
    return number


def _counted(kind: WireMessageType, item: WireField, data: bytes) -> bytes:
    if not item.min_length <= len(data) <= item.max_length:
        limits = f"{item.min_length} to {item.max_length}"
        raise CodecError(f"{kind.name}.{item.name}: {len(data)} bytes; send {limits}")
    return bytes([len(data)]) + data


def _name_of(kind: WireMessageType, item: WireField, number: int) -> str:
    for name, value in item.values.items():
        if value == number:
            return name
    raise CodecError(f"{kind.name}.{item.name}: {number} has no meaning; {_choice(item)}")


def _choice(item: WireField) -> str:
    if item.type == "enum":
        names = list(item.values)
        shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        return f"use one of {shown}"
    return "use a code such as Td, As or Jo" if item.type == "card" else f"give a {item.type}"
