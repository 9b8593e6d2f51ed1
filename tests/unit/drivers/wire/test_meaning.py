from collections.abc import Callable

import pytest
from cobs import cobs

from config.wire_document import load_wire
from drivers.wire.codec import pack, wire_message
from drivers.wire.framing import CRC, HEADER, checksum, encode_frame
from drivers.wire.meaning import fault_of, meaning, runs_of

SHOE = load_wire("shoe")
CARD = pack(SHOE, wire_message("card_drawn", card="Td"), 7)
BODY = HEADER.pack(CARD.version, CARD.type, CARD.sequence) + CARD.payload


def reflected(data: bytes, crc: int, polynomial: int) -> int:
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ polynomial if crc & 1 else crc >> 1
    return crc


def straight(data: bytes, crc: int) -> int:
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def test_a_message_is_told_with_its_fields() -> None:
    (run,) = runs_of(encode_frame(CARD))
    assert meaning(SHOE, *run) == "device card_drawn(card=Td) (version 1, sequence 7)"


@pytest.mark.parametrize(
    ("sum_of", "cause"),
    [
        (lambda body: straight(body, 0xFFFF), "the final XOR is missing"),
        (lambda body: straight(body, 0) ^ 0xFFFF, "the initial value is 0x0000"),
        (lambda body: straight(body, 0), "initial value and final XOR are 0x0000"),
        (lambda body: reflected(body, 0xFFFF, 0x8408) ^ 0xFFFF, "bits are reflected"),
        (lambda body: reflected(body, 0, 0x8408), "bits are reflected"),
        (lambda body: reflected(body, 0xFFFF, 0xA001), "the CRC of Modbus"),
        (lambda body: swapped(checksum(body)), "in the wrong order"),
        (lambda body: checksum(body[6:]), "only the payload is summed"),
        (lambda body: checksum(body) ^ 0x0040, "damaged on the line"),
    ],
)
def test_a_wrong_checksum_is_told_with_both_values_and_its_cause(
    sum_of: Callable[[bytes], int], cause: str
) -> None:
    found = sum_of(BODY)
    told = fault_of(bytes(cobs.encode(BODY + CRC.pack(found))))
    assert told.startswith(f"its checksum is 0x{found:04X}, right is 0x{checksum(BODY):04X}: ")
    assert cause in told


def swapped(right: int) -> int:
    return right >> 8 | (right & 0xFF) << 8


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (b"\x01" * 250, "250 bytes before the zero byte; a frame has at most 249"),
        (b"\xff\x01", "a COBS length leads beyond the end"),
        (b"\x02\x01", "1 bytes come out of COBS; header and checksum are 8"),
    ],
)
def test_what_is_no_frame_is_told_with_its_reason(run: bytes, words: str) -> None:
    assert meaning(SHOE, run) == words


def test_a_content_its_document_forbids_is_named() -> None:
    wrong = encode_frame(pack(SHOE, wire_message("shoe_loaded", decks=1), 1))
    body = bytearray(cobs.decode(wrong[:-1])[:-2])
    body[-1] = 9
    run = bytes(cobs.encode(bytes(body) + CRC.pack(checksum(bytes(body)))))
    assert "shoe_loaded, forbidden: shoe_loaded.decks: 9 is out of range" in meaning(SHOE, run)


def test_bytes_without_an_end_and_types_nobody_has_are_told() -> None:
    assert "not a frame yet" in meaning(SHOE, b"\x03\x01", is_closed=False)
    unknown = encode_frame(pack(load_wire("lamps"), wire_message("set_lamps", bank=0, action=0)))
    assert "type 128, which a shoe does not have" in meaning(SHOE, unknown[:-1])


def test_bytes_are_cut_at_their_zero_bytes_and_the_rest_is_not_closed() -> None:
    assert list(runs_of(b"\0\x01\x02\0\0\x03")) == [(b"\x01\x02", True), (b"\x03", False)]
    assert list(runs_of(b"\x01\0")) == [(b"\x01", True)]
