"""The wire reference page: made from the wire documents alone, bytes computed by the real code."""

from collections.abc import Iterable, Sequence
from typing import Final

from config.wire_document import (
    DEVICE_KINDS,
    FIRST_DEVICE_ID,
    FaultCode,
    WireDocument,
    WireField,
    WireMessageType,
    load_wire,
)
from controller.reference.markdown import blocks, filled, markdown_table
from controller.reference.wire_examples import (
    FrameSteps,
    Said,
    command_conversation,
    encoded,
    event_conversation,
    example_of,
    example_sequence,
    frame_steps,
    payload_offsets,
)
from drivers.wire.codec import Value, WireMessage, pack, wire_message
from drivers.wire.device_session import (
    EARLIEST,
    LATEST,
    MISSED_HEARTBEATS,
    REMEMBERED_ANSWERS,
    UNCOUNTED,
)
from drivers.wire.event_order import MAX_EARLY
from drivers.wire.framing import (
    CRC,
    HEADER,
    MAX_ENCODED,
    MAX_PAYLOAD,
    OVERHEAD,
    Deframer,
    checksum,
)
from drivers.wire.session import FORGIVEN_BREACHES, GAP_PATIENCE_RESENDS

FIRST_DEVICE_CHAPTER: Final = 12
INLINE_VALUES: Final = 8
VALUE_COLUMNS: Final = 6
NO_COMMANDS: Final = (
    "A device of this kind has no commands: it answers each with `unknown-command`."
)
_CAUSES: Final = {
    "bad_crc": "wrong checksum",
    "bad_cobs": "a length leads beyond the end",
    "too_short": "too few bytes come out",
    "too_long": "too many bytes",
}


def wire_reference() -> str:
    """The whole page as Markdown."""
    documents = [load_wire(kind) for kind in DEVICE_KINDS]
    values = {**_limits(), **_timings(documents), **_frames(), **_messages(load_wire("shoe"))}
    chapters = enumerate(documents, start=FIRST_DEVICE_CHAPTER)
    devices = blocks(_device(number, document) for number, document in chapters)
    return filled("wire", **values, device_chapters=devices) + "\n"


def _limits() -> dict[str, object]:
    """The numbers of the code that runs the table."""
    return {
        "header_size": HEADER.size,
        "crc_size": CRC.size,
        "check": f"0x{checksum(b'123456789'):04X}",
        "overhead": OVERHEAD,
        "max_payload": MAX_PAYLOAD,
        "max_body": MAX_PAYLOAD + OVERHEAD,
        "max_encoded": MAX_ENCODED,
        "max_frame": MAX_ENCODED + 1,
        "max_early": MAX_EARLY,
        "forgiven_breaches": FORGIVEN_BREACHES,
        "remembered_answers": REMEMBERED_ANSWERS,
        "missed_heartbeats": MISSED_HEARTBEATS,
        "uncounted": UNCOUNTED,
        "earliest": f"{EARLIEST:.0%}",
        "latest": f"{LATEST:.0%}",
    }


def _timings(documents: Sequence[WireDocument]) -> dict[str, object]:
    """The shoe's times for the text, and every device's as the cells of a row."""
    shoe = load_wire("shoe").timings
    columns = [{**dict(d.timings), "baud": d.baud, "window": d.window} for d in documents]
    rows = {f"each_{name}": " | ".join(str(c[name]) for c in columns) for name in columns[0]}
    return {
        **dict(shoe),
        **rows,
        "kinds": " | ".join(DEVICE_KINDS),
        "kind_rule": "---|" * len(DEVICE_KINDS),
        "gap_patience": GAP_PATIENCE_RESENDS * shoe.resend_ms,
        "silence_ms": MISSED_HEARTBEATS * shoe.heartbeat_ms,
    }


def _frames() -> dict[str, object]:
    """The worked examples."""
    shoe = load_wire("shoe")
    card = frame_steps(pack(shoe, wire_message("card_drawn", card="Td"), 7))
    beat = frame_steps(pack(shoe, wire_message("device_heartbeat", boot=0x12003400, last=0)))
    return {
        "card_frame": _steps(card),
        "beat_frame": _steps(beat),
        "damage": _damaged(card),
        "event_conversation": _conversation(event_conversation()),
        "command_conversation": _conversation(command_conversation()),
    }


def _steps(steps: FrameSteps) -> str:
    frame = steps.frame
    header = steps.body[: len(steps.body) - len(frame.payload)]
    return markdown_table(
        ("step", "bytes"),
        [
            ("payload", _hex(frame.payload)),
            ("header: version, type, sequence", _hex(header)),
            ("body = header, payload", _hex(steps.body)),
            (f"checksum of the body, 0x{steps.crc:04X}", _hex(steps.crc.to_bytes(2, "big"))),
            ("COBS of body and checksum", _hex(steps.stuffed)),
            ("on the wire, zero byte at the end", _hex(steps.wire)),
        ],
    )


def _damaged(steps: FrameSteps) -> str:
    wire = steps.wire
    damages = {
        "one byte changed, 0x25 to 0x26": wire.replace(b"\x25", b"\x26"),
        "the first length byte changed": b"\xff" + wire[1:],
        "the first four bytes lost": wire[4:],
        "the zero byte between two frames lost": wire[:-1] + wire,
        "two extra zero bytes": b"\0\0" + wire,
    }
    rows = [(_hex(data), what, _verdict(data)) for what, data in damages.items()]
    return markdown_table(("on the wire", "what happened", "what the receiver does"), rows)


def _verdict(data: bytes) -> str:
    deframer = Deframer()
    if deframer.feed(data):
        return "takes the frame"
    cause = next(name for name in _CAUSES if getattr(deframer.counts, name))
    return f"throws it away: {_CAUSES[cause]}"


def _conversation(said: Iterable[Said]) -> str:
    rows = [
        (str(item.at_ms), item.sender, _call(item), _hex(item.wire), item.remark) for item in said
    ]
    return markdown_table(("ms", "from", "message", "on the wire", "remark"), rows)


def _call(said: Said) -> str:
    number = f" {said.sequence}" if said.sequence else ""
    return f"`{said.message.name}`{number}"


def _messages(shoe: WireDocument) -> dict[str, object]:
    """What every device has, by the example of a shoe."""
    shared = [message for message in shoe.messages if message.id < FIRST_DEVICE_ID]
    return {
        "protocol": shoe.protocol,
        "last_session_id": FIRST_DEVICE_ID - 1,
        "session_messages": blocks(_message(shoe, message) for message in shared),
        "session_faults": _faults(item for item in shoe.faults if item.code < FIRST_DEVICE_ID),
    }


def _device(number: int, document: WireDocument) -> str:
    own = [message for message in document.messages if message.id >= FIRST_DEVICE_ID]
    faults = [fault for fault in document.faults if fault.code >= FIRST_DEVICE_ID]
    contents = [_overview(own), "" if document.having("command") else NO_COMMANDS]
    contents += [_message(document, message) for message in own]
    contents += _tables(document)
    if faults:
        contents += [f"### Fault codes of the {document.kind}", _faults(faults)]
    said = document.model_dump(include={"kind", "summary", "baud", "window"})
    return filled("wire-device", number=number, contents=blocks(contents), **said)


def _tables(document: WireDocument) -> Iterable[str]:
    if document.answers:
        yield f"### Answers of the {document.kind}"
        yield "The first row of a command that is so decides; the rows after it are not looked at."
        answers = [(f"`{a.command}`", a.when, f"`{a.answer}`") for a in document.answers]
        yield markdown_table(("command", "when", "answer"), answers)
    if document.life:
        yield f"### Life of the {document.kind}"
        life = [
            (
                step.thing,
                step.before,
                step.cause,
                f"`{step.tells}`" if step.tells else "",
                step.after,
            )
            for step in document.life
        ]
        yield markdown_table(("part", "before", "cause", "event", "after"), life)


def _overview(messages: Iterable[WireMessageType]) -> str:
    rows = [(_id(message), f"`{message.name}`", message.direction) for message in messages]
    return markdown_table(("type", "message", "is"), rows)


def _id(message: WireMessageType) -> str:
    return f"{message.id} (0x{message.id:02X})"


def _message(document: WireDocument, message: WireMessageType) -> str:
    example, sequence = example_of(document, message), example_sequence(message)
    return filled(
        "wire-message",
        name=message.name,
        direction=message.direction,
        id=_id(message),
        sent_by=message.sent_by,
        summary=message.summary + _replaces(message) + _within(message),
        fields=_fields(message),
        example=_shown(example),
        sequence=sequence,
        payload=pack(document, example, sequence).payload.hex(" ") or "(none)",
        wire=encoded(document, example, sequence).hex(" "),
    )


def _replaces(message: WireMessageType) -> str:
    names = " and ".join(f"`{name}`" for name in message.replaces)
    return f" Replaces a {names} that still waits in the host." if names else ""


def _within(message: WireMessageType) -> str:
    if message.direction != "event":
        return ""
    return f" On the wire {message.within_ms / 1000:g} s after what it tells of at the latest."


def _fields(message: WireMessageType) -> str:
    if not message.fields:
        return "No payload."
    rows = [
        (offset, item.type, f"`{item.name}`", _range(item), item.summary)
        for offset, item in payload_offsets(message)
    ]
    table = markdown_table(("payload offset", "type", "field", "values", "meaning"), rows)
    long = [item for item in message.fields if len(item.values) > INLINE_VALUES]
    return blocks([table, *map(_value_table, long)])


def _value_table(item: WireField) -> str:
    cells = [f"{number} = `{name}`" for name, number in item.values.items()]
    cells += [""] * (-len(cells) % VALUE_COLUMNS)
    lines = [tuple(cells[n : n + VALUE_COLUMNS]) for n in range(0, len(cells), VALUE_COLUMNS)]
    title = f"values of `{item.name}`"
    return markdown_table((title, *[""] * (VALUE_COLUMNS - 1)), lines)


def _range(item: WireField) -> str:
    match item.type:
        case "enum" if len(item.values) > INLINE_VALUES:
            return "see below"
        case "enum":
            return ", ".join(f"{number} = `{name}`" for name, number in item.values.items())
        case "card":
            return "0 to 52"
        case "text":
            return f"{item.min_length} to {item.max_length} bytes"
        case "list":
            items = f"{item.min_length} to {item.max_length} items"
            return f"{items}, each {item.min} to {item.ceiling}{_unit(item)}"
    return f"{item.min} to {item.ceiling}{_unit(item)}"


def _unit(item: WireField) -> str:
    return f" {item.unit}" if item.unit else ""


def _shown(message: WireMessage) -> str:
    values = (f"{name}={_literal(name, value)}" for name, value in message.fields.items())
    return f"{message.name}({', '.join(values)})"


def _literal(name: str, value: Value) -> str:
    if isinstance(value, int):
        return f"0x{value:08X}" if name in ("boot", "host") else str(value)
    return str(list(value)) if isinstance(value, tuple) else value


def _faults(faults: Iterable[FaultCode]) -> str:
    rows = [
        (str(fault.code), f"`{fault.name}`", "yes" if fault.retry else "no", fault.summary)
        for fault in faults
    ]
    return markdown_table(("code", "fault", "retry", "meaning"), rows)


def _hex(data: bytes) -> str:
    return f"`{data.hex(' ')}`" if data else "(none)"
