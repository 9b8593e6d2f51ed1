import random

from hypothesis import given, settings, strategies as st

from config.wire_document import load_wire
from drivers.wire.codec import CodecError, WireMessage, pack, unpack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Deframer, Frame, encode_frame
from drivers.wire.notice import (
    CommandReceived,
    DeviceNotice,
    EventReceived,
    HostNotice,
    Identity,
    SessionResult,
)
from drivers.wire.session import HostSession

SHOE = load_wire("shoe")
SHUFFLER = load_wire("shuffler")
CARDS = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "cdhs"])
FRAMES = st.builds(
    Frame,
    version=st.integers(0, 255),
    type=st.integers(0, 255),
    sequence=st.integers(0, 0xFFFF_FFFF),
    payload=st.binary(max_size=240),
)
ERRORS = st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), min_size=1, max_size=3)


@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(0, 1500), max_size=6))
def test_any_frames_survive_any_cutting_of_their_bytes(
    frames: list[Frame], cuts: list[int]
) -> None:
    data = b"".join(encode_frame(frame) for frame in frames)
    ends = sorted({min(cut, len(data)) for cut in cuts} | {len(data)})
    deframer = Deframer()
    found: list[Frame] = []
    for start, end in zip([0, *ends], ends, strict=False):
        found += deframer.feed(data[start:end])
    assert found == frames


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_garbage_never_raises_and_a_frame_after_it_arrives(pieces: list[bytes]) -> None:
    deframer = Deframer()
    for piece in pieces:
        deframer.feed(piece)
    frame = Frame(1, 33, 5, b"\x07")
    assert frame in deframer.feed(b"\0" + encode_frame(frame))


@settings(max_examples=300)
@given(st.lists(CARDS, min_size=4, max_size=4), ERRORS)
def test_a_damaged_burst_yields_only_sent_messages_and_every_intact_one(
    cards: list[str], errors: list[tuple[int, int]]
) -> None:
    sent = [(number, wire_message("card_drawn", card=card)) for number, card in enumerate(cards, 1)]
    pieces = [encode_frame(pack(SHOE, message, number)) for number, message in sent]
    data = bytearray(b"".join(pieces))
    for place, change in errors:
        data[place % len(data)] ^= change
    delivered = read_all(bytes(data))
    assert all(message in sent for message in delivered)
    assert intact(pieces, data, sent) <= {number for number, _ in delivered}


def read_all(data: bytes) -> list[tuple[int, WireMessage]]:
    found = []
    for frame in Deframer().feed(data):
        try:
            found.append((frame.sequence, unpack(SHOE, frame)))
        except CodecError:
            continue
    return found


def intact(pieces: list[bytes], data: bytearray, sent: list[tuple[int, WireMessage]]) -> set[int]:
    """Frames whose bytes, and the zero byte that ends the frame before, are as sent."""
    whole, start = set(), 0
    for piece, (number, _) in zip(pieces, sent, strict=True):
        is_fenced = start == 0 or data[start - 1] == 0
        if is_fenced and data[start : start + len(piece)] == piece:
            whole.add(number)
        start += len(piece)
    return whole


def test_four_thousand_damaged_bursts_yield_no_wrong_message() -> None:
    rng = random.Random(20)
    for _ in range(4_000):
        cards = [rng.choice("A23456789TJQK") + rng.choice("cdhs") for _ in range(4)]
        sent = [(n, wire_message("card_drawn", card=card)) for n, card in enumerate(cards, 1)]
        pieces = [encode_frame(pack(SHOE, message, number)) for number, message in sent]
        data = bytearray(b"".join(pieces))
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] ^= rng.randint(1, 255)
        delivered = read_all(bytes(data))
        assert all(message in sent for message in delivered)
        assert intact(pieces, data, sent) <= {number for number, _ in delivered}


class LossyWire:
    """Joins both halves in simulated time; loses, damages, doubles and cuts what passes."""

    def __init__(self, seed: int, trouble: float) -> None:
        self.rng = random.Random(seed)
        self.trouble = trouble
        self.now = 0.0
        self.host = HostSession(SHUFFLER, "dev-1", 1)
        self.device = DeviceSession(SHUFFLER, Identity("shuffler", "s", "f", 1, 9))
        self.received: list[tuple[int, int, WireMessage]] = []
        self.done: list[WireMessage] = []
        self.unacknowledged: list[tuple[int, int]] = []

    def pass_on(self, data: bytes) -> bytes:
        out = b""
        for piece in data.split(b"\0")[:-1]:
            chance = self.rng.random()
            whole = bytearray(piece + b"\0")
            if chance < self.trouble / 3:
                continue
            if chance < self.trouble * 2 / 3:
                whole[self.rng.randrange(len(whole))] ^= self.rng.randint(1, 255)
            elif chance < self.trouble:
                whole = whole * 2
            out += whole
        return out

    def to_device(self, result: SessionResult[HostNotice]) -> None:
        for notice in result.notices:
            if isinstance(notice, EventReceived):
                self.received.append((notice.boot, notice.sequence, notice.message))
                self.unacknowledged.append((notice.boot, notice.sequence))
        if result.write:
            self.to_host(self.device.received(self.pass_on(result.write), self.now))

    def to_host(self, result: SessionResult[DeviceNotice]) -> None:
        for notice in result.notices:
            if isinstance(notice, CommandReceived):
                self.done.append(notice.message)
                self.to_host(self.device.answer(notice.sequence, None, self.now))
        if result.write:
            self.to_device(self.host.received(self.pass_on(result.write), self.now))

    def turn(self) -> None:
        self.now = max(self.now, min(self.host.next_due(), self.device.next_due())) + 0.001
        self.to_device(self.host.tick(self.now))
        self.to_host(self.device.tick(self.now))
        for boot, sequence in self.unacknowledged[:]:
            if self.rng.random() < 0.7:
                self.unacknowledged.remove((boot, sequence))
                self.to_device(self.host.acknowledge(boot, sequence, self.now))


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.floats(0.0, 0.5), st.integers(1, 30))
def test_every_event_and_command_arrives_exactly_once_in_order(
    seed: int, trouble: float, count: int
) -> None:
    wire = LossyWire(seed, trouble)
    wire.device.started(0.0)
    wire.to_device(wire.host.opened(0.0))
    events = [wire_message("stack_taken", stack=number) for number in range(1, count + 1)]
    commands = [wire_message("dispense_stack", stack=n, count=3) for n in range(1, count + 1)]
    for event, command in zip(events, commands, strict=True):
        wire.to_host(wire.device.emit(event, wire.now))
        wire.to_device(wire.host.command(command, wire.now))
        wire.turn()
    for _ in range(5_000):
        if wire.device.kept == 0 and len(wire.done) == count:
            break
        wire.turn()
    assert wire.device.kept == 0
    assert [(boot, number) for boot, number, _ in wire.received] == [
        (9, number) for number in range(1, count + 1)
    ]
    assert [message for _, _, message in wire.received] == events
    assert wire.done == commands
