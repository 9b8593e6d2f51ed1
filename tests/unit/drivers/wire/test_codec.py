import pytest

from config.wire_document import load_wire
from drivers.wire.codec import CodecError, WireMessage, pack, unpack, wire_message
from drivers.wire.framing import Frame

SHOE = load_wire("shoe")
CUP = load_wire("dice-cup")
PAD = load_wire("entry-pad")
SHUFFLER = load_wire("shuffler")


def test_a_card_is_one_byte_counted_by_rank_then_suit() -> None:
    assert pack(SHOE, wire_message("card_drawn", card="Ac")).payload == b"\x00"
    assert pack(SHOE, wire_message("card_drawn", card="Td")).payload == b"\x25"
    assert pack(SHOE, wire_message("card_drawn", card="Jo")).payload == b"\x34"


def test_numbers_are_big_endian_and_texts_carry_their_length() -> None:
    stack = pack(SHUFFLER, wire_message("dispense_stack", stack=3, count=7))
    assert stack.payload == b"\x03\x00\x07"
    prompt = pack(PAD, wire_message("show_prompt", text="née"))
    assert prompt.payload == b"\x04n\xc3\xa9e"


def test_the_frame_carries_version_id_and_sequence() -> None:
    frame = pack(SHOE, wire_message("cut_card_drawn"), sequence=9)
    assert frame == Frame(1, 35, 9, b"")


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (
            wire_message("card_drawn", card="1x"),
            "card_drawn.card: '1x' is no card here; use a code",
        ),
        (wire_message("shoe_loaded", decks=9), "shoe_loaded.decks: 9 is out of range; send 1 to 8"),
        (wire_message("shoe_loaded", decks="8"), "is no u8 here; give a u8"),
        (wire_message("shoe_loaded"), "wrong fields; give decks"),
        (wire_message("cut_card_drawn", card="Ac"), "wrong fields; give none"),
        (wire_message("card_unreadable", reason="bent"), "use one of unread, boxed"),
        (wire_message("dice_read", dice=(1, 2, 3)), "no message dice_read"),
    ],
)
def test_will_not_send_what_the_document_forbids(message: WireMessage, problem: str) -> None:
    with pytest.raises(CodecError) as caught:
        pack(SHOE, message)
    assert problem in str(caught.value)


@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4, 5, 6), (0, 1, 2), (1, 2, 7)])
def test_will_not_send_impossible_dice(dice: tuple[int, ...]) -> None:
    with pytest.raises(CodecError, match=r"dice_read\.dice"):
        pack(CUP, wire_message("dice_read", dice=dice))


@pytest.mark.parametrize(
    ("name", "payload", "problem"),
    [
        ("card_drawn", b"\x35", "53 is no card; send 0 to 52"),
        ("card_drawn", b"", "payload ends early"),
        ("card_drawn", b"\x01\x02", "1 bytes too many"),
        ("shoe_loaded", b"\x00", "0 is out of range"),
        ("card_unreadable", b"\x09", "9 has no meaning; use one of unread"),
        ("hello", b"\x01" + b"\0" * 7 + b"\x01" + b"\x04ab", "payload ends early; send 4 bytes"),
        ("hello", b"\x01" + b"\0" * 7 + b"\x01" + b"\x02\xff\xff", "not UTF-8"),
    ],
)
def test_will_not_take_what_the_document_forbids(name: str, payload: bytes, problem: str) -> None:
    with pytest.raises(CodecError) as caught:
        unpack(SHOE, Frame(1, SHOE.by_name[name].id, 1, payload))
    assert problem in str(caught.value)


def test_names_an_unknown_id() -> None:
    with pytest.raises(CodecError, match="no message has id 250"):
        unpack(SHOE, Frame(1, 250, 1))


def test_a_later_hello_may_be_longer() -> None:
    fields: dict[str, int] = {"protocol": 2, "boot": 5, "oldest": 1, "count": 7}
    hello = wire_message("hello", kind="shoe", serial_number="s", firmware="f", **fields)
    frame = pack(SHOE, hello, version=2)
    longer = Frame(frame.version, frame.type, frame.sequence, frame.payload + b"more")
    assert unpack(SHOE, longer, may_grow=True) == hello


def test_a_text_that_fills_more_than_a_frame_is_refused() -> None:
    small = PAD.model_copy(update={"max_payload": 10})
    with pytest.raises(CodecError, match="show_prompt: over 10 bytes; shorten"):
        pack(small, wire_message("show_prompt", text="x" * 11))
