"""What bytes on the wire mean, for a person: a message with its fields, or what is wrong."""

from binascii import crc_hqx
from collections.abc import Iterator
from typing import Final

from cobs import cobs

from config.wire_document import WireDocument
from drivers.wire.codec import CodecError, unpack
from drivers.wire.framing import CRC, MAX_ENCODED, OVERHEAD, Deframer, Frame, checksum

UNKNOWN_CAUSE: Final = "damaged on the line, or another polynomial"


def runs_of(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """What lies between zero bytes, and whether a zero byte closed it; empty runs are nothing."""
    *closed, rest = data.split(b"\0")
    yield from ((run, True) for run in closed if run)
    if rest:
        yield rest, False


def meaning(document: WireDocument, run: bytes, is_closed: bool = True) -> str:
    """One run in words."""
    if not is_closed:
        return f"{len(run)} bytes without a zero byte at their end: not a frame yet"
    frames = Deframer().feed(run + b"\0")
    return _frame_words(document, frames[0]) if frames else fault_of(run)


def fault_of(run: bytes) -> str:
    """Why a run is no frame: a wrong checksum with both values and the usual reason."""
    if len(run) > MAX_ENCODED:
        return f"{len(run)} bytes before the zero byte; a frame has at most {MAX_ENCODED}"
    try:
        data = bytes(cobs.decode(run))
    except cobs.DecodeError:
        return "a COBS length leads beyond the end"
    if len(data) < OVERHEAD:
        return f"{len(data)} bytes come out of COBS; header and checksum are {OVERHEAD}"
    body, found = data[: -CRC.size], CRC.unpack(data[-CRC.size :])[0]
    return f"its checksum is 0x{found:04X}, right is 0x{checksum(body):04X}: {_cause(body, found)}"


def _cause(body: bytes, found: int) -> str:
    right = checksum(body)
    known = {
        right ^ 0xFFFF: "the final XOR is missing",
        right >> 8 | (right & 0xFF) << 8: "its two bytes are in the wrong order, high byte first",
        crc_hqx(body, 0) ^ 0xFFFF: "the initial value is 0x0000 and must be 0xFFFF",
        crc_hqx(body, 0): "initial value and final XOR are 0x0000 and must be 0xFFFF",
        _reflected(body, 0xFFFF) ^ 0xFFFF: "bits are reflected and must not be",
        _reflected(body, 0xFFFF): "bits are reflected and must not be; the final XOR is missing",
        _reflected(body, 0): "bits are reflected and must not be; the initial value is 0x0000",
        _modbus(body): "this is the CRC of Modbus, another polynomial",
        checksum(body[6:]): "only the payload is summed; the header belongs to it",
    }
    return known.get(found, UNKNOWN_CAUSE)


def _reflected(body: bytes, initial: int) -> int:
    return _low_first(body, initial, 0x8408)


def _modbus(body: bytes) -> int:
    return _low_first(body, 0xFFFF, 0xA001)


def _low_first(body: bytes, crc: int, polynomial: int) -> int:
    for byte in body:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ polynomial if crc & 1 else crc >> 1
    return crc


def _frame_words(document: WireDocument, frame: Frame) -> str:
    kind = document.by_id.get(frame.type)
    head = f"version {frame.version}, sequence {frame.sequence}"
    if kind is None:
        return f"type {frame.type}, which a {document.kind} does not have ({head})"
    try:
        message = unpack(document, frame, may_grow=kind.name.startswith("hello"))
    except CodecError as error:
        return f"{kind.name}, forbidden: {error} ({head})"
    fields = ", ".join(f"{name}={value}" for name, value in message.fields.items())
    return f"{kind.sent_by} {kind.name}({fields}) ({head})"
