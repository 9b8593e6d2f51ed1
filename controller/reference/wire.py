"""The wire reference page: made from the wire documents alone, bytes computed by the real code."""

from collections.abc import Iterable
from typing import Final

from config.wire_document import (
    FIRST_DEVICE_ID,
    FaultCode,
    WireDocument,
    WireField,
    WireMessageType,
    load_wire,
)
from controller.facts.kinds import DEVICE_KINDS
from controller.reference import wire_prose as prose
from controller.reference.markdown import markdown_table
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
from controller.reference.wire_states import states
from drivers.wire.codec import Value, WireMessage, pack, wire_message
from drivers.wire.framing import Deframer, Frame

FIRST_DEVICE_CHAPTER: Final = 12
INLINE_VALUES: Final = 8
VALUE_COLUMNS: Final = 6
_CAUSES: Final = {
    "bad_crc": "wrong checksum",
    "bad_cobs": "a length leads beyond the end",
    "too_short": "too few bytes come out",
    "too_long": "too many bytes",
}


def wire_reference() -> str:
    """The whole page as Markdown."""
    shoe = load_wire("shoe")
    chapters = [
        prose.opening(shoe.protocol),
        prose.framing(),
        _worked_frames(shoe),
        prose.values(),
        prose.greeting(shoe),
        prose.events(shoe),
        prose.commands(shoe),
        prose.heartbeats(shoe),
        states(),
        _timings(),
        _conversations(),
        _session_messages(shoe),
        *(
            _device(load_wire(kind), number)
            for number, kind in enumerate(DEVICE_KINDS, start=FIRST_DEVICE_CHAPTER)
        ),
    ]
    return "\n".join(chapters)


def _worked_frames(document: WireDocument) -> str:
    card = frame_steps(pack(document, wire_message("card_drawn", card="Td"), 7))
    beat = frame_steps(pack(document, wire_message("device_heartbeat", boot=0x12003400, last=0)))
    return "\n".join(
        [
            "### Worked examples\n",
            "The shoe's seventh event, the ten of diamonds: `card_drawn` (type 33), sequence 7.\n",
            _steps(card),
            "Runs of zeros: a `device_heartbeat` (type 6), sequence 0, whose boot number is"
            " 0x12003400 and whose last event is 0.\n",
            _steps(beat),
            _damaged(card),
        ]
    )


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
    damages = [
        (wire.replace(b"\x25", b"\x26"), "one byte changed, 0x25 to 0x26"),
        (b"\xff" + wire[1:], "the first length byte changed"),
        (wire[4:], "the first four bytes lost"),
        (wire[:-1] + wire, "the zero byte between two frames lost"),
        (b"\0\0" + wire, "two extra zero bytes"),
    ]
    rows = [(_hex(data), what, _verdict(data)) for data, what in damages]
    return "What a receiver makes of damage to the first one:\n\n" + markdown_table(
        ("on the wire", "what happened", "what the receiver does"), rows
    )


def _verdict(data: bytes) -> str:
    deframer = Deframer()
    if deframer.feed(data):
        return "takes the frame"
    cause = next(name for name in _CAUSES if getattr(deframer.counts, name))
    return f"throws it away: {_CAUSES[cause]}"


def _timings() -> str:
    documents = [load_wire(kind) for kind in DEVICE_KINDS]
    rows = [
        (f"`{name}`", *(str(getattr(d.timings, name)) for d in documents), meaning)
        for name, meaning in prose.TIMING_MEANINGS.items()
    ]
    rows.append(("baud", *(str(d.baud) for d in documents), "rate of the line"))
    rows.append(("window", *(str(d.window) for d in documents), "events sent before the first ack"))
    head = ("limit", *DEVICE_KINDS, "meaning")
    return (
        "## 9. Timing limits\n\nIn milliseconds, by kind of device. A device may be a tenth late"
        " with its timers, never so early that it floods the line.\n\n" + markdown_table(head, rows)
    )


def _conversations() -> str:
    return "\n".join(
        [
            "## 10. Two conversations\n",
            "Recorded from the real sessions. A shoe is plugged in, one card is drawn and the"
            " first ack is lost:\n",
            _conversation(event_conversation()),
            "A lamp board takes a command and its answer is lost. Events and replies share the"
            " line; their numbers have nothing to do with one another:\n",
            _conversation(command_conversation()),
        ]
    )


def _conversation(said: Iterable[Said]) -> str:
    rows = [
        (str(item.at_ms), item.sender, _call(item), _hex(item.wire), item.remark) for item in said
    ]
    return markdown_table(("ms", "from", "message", "on the wire", "remark"), rows)


def _call(said: Said) -> str:
    number = f" {said.sequence}" if said.sequence else ""
    return f"`{said.message.name}`{number}"


def _session_messages(document: WireDocument) -> str:
    shared = [message for message in document.messages if message.id < FIRST_DEVICE_ID]
    return "\n".join(
        [
            "## 11. Messages every device has\n",
            f"Ids 1 to {FIRST_DEVICE_ID - 1} belong to the session. The examples are a shoe's.\n",
            *(_message(document, message) for message in shared),
            "### Fault codes every device has\n",
            _faults(fault for fault in document.faults if fault.code < FIRST_DEVICE_ID),
        ]
    )


def _device(document: WireDocument, number: int) -> str:
    own = [message for message in document.messages if message.id >= FIRST_DEVICE_ID]
    faults = [fault for fault in document.faults if fault.code >= FIRST_DEVICE_ID]
    has_commands = bool(document.having("command"))
    no_commands = "A device of this kind has no commands: it answers each with `unknown-command`.\n"
    return "\n".join(
        [
            f"## {number}. {document.kind}\n",
            f"{document.summary} `kind` in its hello is `{document.kind}`; {document.baud} baud;"
            f" window {document.window}.\n",
            _overview(own),
            *([] if has_commands else [no_commands]),
            *(_message(document, message) for message in own),
            *([f"### Fault codes of the {document.kind}\n", _faults(faults)] if faults else []),
        ]
    )


def _overview(messages: Iterable[WireMessageType]) -> str:
    rows = [
        (f"{message.id} (0x{message.id:02X})", f"`{message.name}`", message.direction)
        for message in messages
    ]
    return markdown_table(("type", "message", "is"), rows)


def _message(document: WireDocument, message: WireMessageType) -> str:
    return "\n".join(
        [
            f"### {message.name}: {message.direction} {message.id} (0x{message.id:02X}),"
            f" sent by the {message.sent_by}\n",
            f"{message.summary}{_replaces(message)}\n",
            _fields(message),
            _example(document, message),
        ]
    )


def _replaces(message: WireMessageType) -> str:
    names = " and ".join(f"`{name}`" for name in message.replaces)
    return f" Replaces a {names} that still waits in the host." if names else ""


def _fields(message: WireMessageType) -> str:
    if not message.fields:
        return "No payload.\n"
    rows = [
        (offset, item.type, f"`{item.name}`", _range(item), item.summary)
        for offset, item in payload_offsets(message)
    ]
    table = markdown_table(("payload offset", "type", "field", "values", "meaning"), rows)
    long = [item for item in message.fields if len(item.values) > INLINE_VALUES]
    return "\n".join([table, *map(_value_table, long)])


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


def _example(document: WireDocument, message: WireMessageType) -> str:
    example, sequence = example_of(document, message), example_sequence(message)
    frame: Frame = pack(document, example, sequence)
    lines = [
        f"{_shown(example)}, sequence {sequence}",
        f"payload  {frame.payload.hex(' ') or '(none)'}",
        f"wire     {encoded(document, example, sequence).hex(' ')}",
    ]
    return "\n".join(["```", *lines, "```", ""])


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
