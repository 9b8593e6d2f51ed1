"""Framing under damage: bursts of four frames with one to three wrong bytes."""

import random

from config.wire_document import load_wire
from drivers.wire.codec import CodecError, WireMessage, pack, unpack, wire_message
from drivers.wire.framing import Deframer, encode_frame
from tests.bench.figures import Figure, say

BURSTS = 40_000
SHOE = load_wire("shoe")
Numbered = tuple[int, WireMessage]


def measure() -> list[Figure]:
    """Count wrong messages accepted, and intact frames lost behind a damaged one."""
    say(f"framing: {BURSTS:,} bursts of four frames with one to three byte errors")
    rng = random.Random(1)
    wrong = lost = whole = 0
    for _ in range(BURSTS):
        sent, pieces, data = _burst(rng)
        delivered = _read(bytes(data))
        wrong += sum(message not in sent for message in delivered)
        intact = _intact(pieces, data)
        whole += len(intact)
        lost += len(intact - {number for number, _ in delivered})
    return [
        Figure("framing, wrong messages", f"{wrong}", f"{BURSTS:,} bursts", None, "0", wrong == 0),
        Figure("framing, intact lost", f"{lost}", f"{whole:,} intact", None, "0", lost == 0),
    ]


def _burst(rng: random.Random) -> tuple[list[Numbered], list[bytes], bytearray]:
    cards = [rng.choice("A23456789TJQK") + rng.choice("cdhs") for _ in range(4)]
    sent = [(n, wire_message("card_drawn", card=card)) for n, card in enumerate(cards, 1)]
    pieces = [encode_frame(pack(SHOE, message, number)) for number, message in sent]
    data = bytearray(b"".join(pieces))
    for _ in range(rng.randint(1, 3)):
        data[rng.randrange(len(data))] ^= rng.randint(1, 255)
    return sent, pieces, data


def _read(data: bytes) -> list[Numbered]:
    found = []
    for frame in Deframer().feed(data):
        try:
            found.append((frame.sequence, unpack(SHOE, frame)))
        except CodecError:
            continue
    return found


def _intact(pieces: list[bytes], data: bytearray) -> set[int]:
    """Frames whose bytes, and the zero byte that ends the frame before, are as sent."""
    whole, start = set(), 0
    for number, piece in enumerate(pieces, 1):
        is_fenced = start == 0 or data[start - 1] == 0
        if is_fenced and data[start : start + len(piece)] == piece:
            whole.add(number)
        start += len(piece)
    return whole
