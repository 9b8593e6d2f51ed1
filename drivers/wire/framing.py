"""Frames on the wire: COBS(version, type, sequence, payload, CRC-16) and a zero byte."""

import struct
from binascii import crc_hqx
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from cobs import cobs

HEADER: Final = struct.Struct(">BBI")
CRC: Final = struct.Struct(">H")
OVERHEAD: Final = HEADER.size + CRC.size
MAX_PAYLOAD: Final = 240
# With at most 254 bytes inside, COBS adds exactly one byte.
MAX_ENCODED: Final = MAX_PAYLOAD + OVERHEAD + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame whose checksum was right."""

    version: int
    type: int
    sequence: int
    payload: bytes = b""


@dataclass(slots=True)
class FrameCounts:
    """What a deframer has seen so far; the bad ones by cause."""

    good: int = 0
    bad_crc: int = 0
    bad_cobs: int = 0
    too_short: int = 0
    too_long: int = 0

    @property
    def bad(self) -> int:
        """All frames thrown away."""
        return self.bad_crc + self.bad_cobs + self.too_short + self.too_long


def checksum(data: bytes) -> int:
    """CRC-16/GENIBUS; the final XOR makes a trailing zero byte visible."""
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


# Heartbeats are the same bytes again and again: each is worked out once, in both directions.
@lru_cache(maxsize=256)
def encode_frame(frame: Frame) -> bytes:
    """The bytes of one frame, its closing zero byte included."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(frame.payload)} bytes; send at most {MAX_PAYLOAD}")
    body = HEADER.pack(frame.version, frame.type, frame.sequence) + frame.payload
    return bytes(cobs.encode(body + CRC.pack(checksum(body)))) + b"\0"


@dataclass(slots=True)
class Deframer:
    """Finds frames in a stream of bytes; garbage is counted, never raised."""

    counts: FrameCounts = field(default_factory=FrameCounts)
    # The newest run of bytes that was no frame, for whoever must explain it.
    last_bad: bytes = b""
    _partial: bytearray = field(default_factory=bytearray)
    _overrun: bool = False

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in; give back the frames they complete, in order."""
        *closed, rest = data.split(b"\0")
        frames = []
        for piece in closed:
            self._append(piece)
            frame = self._close()
            if frame is not None:
                frames.append(frame)
        self._append(rest)
        return frames

    def _append(self, piece: bytes) -> None:
        if self._overrun or len(self._partial) + len(piece) > MAX_ENCODED:
            self._overrun = True
            self._partial.clear()
        else:
            self._partial += piece

    def _close(self) -> Frame | None:
        if self._overrun:
            self._overrun = False
            self.counts.too_long += 1
            return None
        encoded = bytes(self._partial)
        self._partial.clear()
        return self._decode(encoded) if encoded else None

    def _decode(self, encoded: bytes) -> Frame | None:
        found = _decoded(encoded)
        if isinstance(found, Frame):
            self.counts.good += 1
            return found
        self.last_bad = encoded
        setattr(self.counts, found, getattr(self.counts, found) + 1)
        return None


@lru_cache(maxsize=256)
def _decoded(encoded: bytes) -> Frame | Literal["bad_cobs", "too_short", "bad_crc"]:
    """The frame in these bytes, or what is wrong with them."""
    try:
        data: bytes = cobs.decode(encoded)
    except cobs.DecodeError:
        return "bad_cobs"
    if len(data) < OVERHEAD:
        return "too_short"
    body = data[: -CRC.size]
    if CRC.unpack(data[-CRC.size :])[0] != checksum(body):
        return "bad_crc"
    version, kind, sequence = HEADER.unpack_from(body)
    return Frame(version, kind, sequence, body[HEADER.size :])
