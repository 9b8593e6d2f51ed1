import pytest

from drivers.wire.framing import MAX_PAYLOAD, Deframer, Frame, checksum, encode_frame

FRAME = Frame(version=1, type=33, sequence=7, payload=b"\x25")
BYTES = bytes.fromhex("03 01 21 01 01 05 07 25 2b a8 00")


def test_encodes_to_the_bytes_of_the_wire_page() -> None:
    assert encode_frame(FRAME) == BYTES


def test_checksum_is_crc_16_genibus() -> None:
    assert checksum(b"123456789") == 0xD64E


def test_checksum_notices_a_trailing_zero_byte() -> None:
    body = b"\x01\x21"
    whole = body + checksum(body).to_bytes(2, "big")
    assert checksum(whole) != checksum(whole + b"\0")


def test_finds_frames_however_the_bytes_arrive() -> None:
    deframer = Deframer()
    found = [frame for byte in BYTES * 3 for frame in deframer.feed(bytes([byte]))]
    assert found == [FRAME] * 3


def test_begins_again_at_the_next_zero_byte() -> None:
    deframer = Deframer()
    assert deframer.feed(BYTES[4:] + BYTES) == [FRAME]
    assert deframer.counts.bad == 1


def test_empty_frames_are_neither_frames_nor_faults() -> None:
    deframer = Deframer()
    assert deframer.feed(b"\0\0" + BYTES + b"\0") == [FRAME]
    assert deframer.counts.bad == 0


@pytest.mark.parametrize(
    ("damage", "cause"),
    [
        (BYTES.replace(b"\x25", b"\x26"), "bad_crc"),
        (b"\xff" + BYTES[1:], "bad_cobs"),
        (b"\x03\x01\x21\0", "too_short"),
        (b"\x01" * 400 + b"\0", "too_long"),
    ],
)
def test_counts_each_bad_frame_by_its_cause(damage: bytes, cause: str) -> None:
    deframer = Deframer()
    assert deframer.feed(damage + BYTES) == [FRAME]
    assert getattr(deframer.counts, cause) == 1
    assert deframer.counts.bad == 1


def test_endless_garbage_without_a_zero_byte_takes_no_memory() -> None:
    deframer = Deframer()
    for _ in range(100):
        assert deframer.feed(b"\x55" * 1000) == []
    assert len(deframer._partial) == 0
    assert deframer.feed(b"\0" + BYTES) == [FRAME]


def test_refuses_a_payload_over_the_limit() -> None:
    with pytest.raises(ValueError, match="at most 240"):
        encode_frame(Frame(1, 32, 1, b"x" * (MAX_PAYLOAD + 1)))


def test_the_longest_frame_arrives() -> None:
    frame = Frame(1, 32, 0xFFFF_FFFF, b"\0" * MAX_PAYLOAD)
    assert Deframer().feed(encode_frame(frame)) == [frame]
