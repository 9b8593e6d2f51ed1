import os
import struct
from pathlib import Path

import pytest

from config.barcode_table import EXAMPLE_CODES, codes_file, load_barcodes
from config.document import DocumentError
from config.wire_document import CARD_CODES
from controller.facts.events import CardDrawn, CardUnreadable, CutCardDrawn, ShoeLoaded
from drivers.runtime.port import PortError
from drivers.shoe.barcode_codes import LONGEST_CODE, CodeReader, PassFilter, event_of
from drivers.shoe.keyboard import KeyboardPort, KeyTyping, is_input_device

TABLE = load_barcodes(EXAMPLE_CODES)


def test_the_example_has_a_code_for_every_card() -> None:
    assert set(TABLE.cards.values()) == set(CARD_CODES)


def test_codes_stand_for_the_events_of_a_shoe() -> None:
    drawn = event_of(TABLE, "UF-TD")
    assert isinstance(drawn, CardDrawn)
    assert str(drawn.card) == "Td"
    assert event_of(TABLE, "UF-CUT") == CutCardDrawn()
    assert event_of(TABLE, "UF-SHOE-8") == ShoeLoaded(decks=8)
    assert event_of(TABLE, "4006381333931") == CardUnreadable(reason="unread")


@pytest.mark.parametrize("ending", [b"\r", b"\n", b"\r\n"])
def test_codes_are_lines_however_they_end_and_arrive(ending: bytes) -> None:
    data = b" uf-td " + ending + ending + b"UF-AS" + ending
    reader = CodeReader()
    found = [code for byte in data for code in reader.feed(bytes([byte]))]
    assert found == ["UF-TD", "UF-AS"]
    assert CodeReader().feed(data) == ["UF-TD", "UF-AS"]


def test_noise_is_an_unknown_code_and_never_grows() -> None:
    reader = CodeReader()
    for _ in range(100):
        assert reader.feed(b"x" * 1000) == []
    (code,) = reader.feed(b"\n")
    assert len(code) <= LONGEST_CODE
    (strange,) = reader.feed(b"UF-\xff\n")
    for unknown in (code, strange):
        assert event_of(TABLE, unknown) == CardUnreadable(reason="unread")


def test_a_card_in_view_is_one_pass_however_often_it_is_read() -> None:
    passes = PassFilter(0.3)
    seen = [passes.is_new("UF-TD", 1.0 + n * 0.2) for n in range(5)]
    assert seen == [True, False, False, False, False]
    assert passes.is_new("UF-TD", 2.2)
    assert passes.is_new("UF-AS", 2.25)
    assert passes.is_new("UF-TD", 2.3)


def test_without_a_same_pass_time_every_reading_counts() -> None:
    passes = PassFilter(0.0)
    assert [passes.is_new("UF-TD", 1.0), passes.is_new("UF-TD", 1.0)] == [True, True]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('UF-TD = "Td"\n', "", "no code for Td; give every card a code"),
        ('UF-TD = "Td"', 'UF-TD = "10d"', "UF-TD: no card '10d'"),
        ('["UF-CUT"]', '["UF-TD"]', "code UF-TD stands for two things"),
        ("UF-SHOE-8 = 8", "UF-SHOE-8 = 9", "less than or equal to 8"),
        ('["UF-CUT"]', '["cut"]', "should match pattern"),
        ("[cards]", "[card]", "unknown key"),
    ],
)
def test_a_wrong_code_table_is_refused(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = EXAMPLE_CODES.read_text()
    assert old in text
    file = tmp_path / "codes.toml"
    file.write_text(text.replace(old, new))
    with pytest.raises(DocumentError) as caught:
        load_barcodes(file)
    assert problem in str(caught.value)


def test_codes_lie_beside_the_table_file_unless_the_path_is_whole() -> None:
    table = Path("/etc/underfelt/table.toml")
    assert codes_file(table, "codes.toml") == Path("/etc/underfelt/codes.toml")
    assert codes_file(table, "/srv/codes.toml") == Path("/srv/codes.toml")
    assert codes_file(table, None) == EXAMPLE_CODES


def key_events(*keys: tuple[int, int]) -> bytes:
    """Raw input events: key number and value, each followed by a synchronisation."""
    return b"".join(
        struct.pack("llHHi", 0, 0, 1, key, value) + struct.pack("llHHi", 0, 0, 0, 0, 0)
        for key, value in keys
    )


# Left shift down, U, F, shift up, minus, 1, Enter: each key goes down and up.
TYPED = key_events(
    (42, 1), (22, 1), (22, 0), (33, 1), (33, 0), (42, 0), (12, 1), (12, 0), (2, 1), (2, 2), (2, 0)
) + key_events((28, 1), (28, 0))


def test_key_events_become_lines() -> None:
    typing = KeyTyping()
    pieces = [TYPED[at : at + 7] for at in range(0, len(TYPED), 7)]
    assert b"".join(typing.feed(piece) for piece in pieces) == b"UF-1\n"


def test_an_unknown_key_makes_the_code_unknown() -> None:
    assert KeyTyping().feed(key_events((59, 1), (59, 0), (28, 1))) == b"?\n"


def test_a_keyboard_is_read_without_blocking_until_it_is_gone() -> None:
    read_end, write_end = os.pipe2(os.O_NONBLOCK)
    port = KeyboardPort(Path("/dev/input/event9"), read_end)
    assert port.read() == b""
    os.write(write_end, TYPED)
    assert port.read() == b"UF-1\n"
    os.close(write_end)
    with pytest.raises(PortError, match="connection lost; plug the scanner in"):
        port.read()
    port.close()
    port.close()


def test_what_is_no_input_device_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "event0"
    file.touch()
    assert not is_input_device(file)
    assert is_input_device(Path("/dev/input/event999"))
    with pytest.raises(PortError, match="is not an input device; correct the path"):
        KeyboardPort.open(file)
    with pytest.raises(PortError, match="not there; plug the device in"):
        KeyboardPort.open(tmp_path / "event1")
