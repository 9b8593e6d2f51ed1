"""A camera process keeps its events and their numbers on the disk."""

from pathlib import Path

import pytest

from config.wire_document import load_wire
from drivers.camera.kept_session import KeptSession, KeptSessionError
from drivers.wire.codec import wire_message

SHOE = load_wire("shoe")


def drawn(card: str) -> object:
    return wire_message("card_drawn", card=card)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "shoe-1.jsonl"


def test_a_successor_goes_on_under_the_same_numbers_while_something_waits(file: Path) -> None:
    first = KeptSession(file, SHOE)
    for card in ("As", "Kd", "7h"):
        first.keep(wire_message("card_drawn", card=card))
    first.recorded(1)
    second = KeptSession(file, SHOE)
    assert (second.boot, second.last) == (first.boot, 3)
    assert second.waiting == {2: drawn("Kd"), 3: drawn("7h")}


def test_a_number_is_never_given_twice_though_a_later_event_was_recorded_first(file: Path) -> None:
    first = KeptSession(file, SHOE)
    for card in ("As", "Kd"):
        first.keep(wire_message("card_drawn", card=card))
    first.recorded(2)
    for _ in range(2):
        first = KeptSession(file, SHOE)
    assert first.keep(wire_message("cut_card_drawn")) == 3


def test_with_nothing_waiting_a_start_has_another_boot_number(file: Path) -> None:
    first = KeptSession(file, SHOE)
    first.keep(wire_message("cut_card_drawn"))
    first.recorded(1)
    assert file.read_bytes() == b""
    second = KeptSession(file, SHOE)
    assert second.boot != first.boot
    assert (second.last, second.waiting) == (0, {})


def test_a_power_cut_forgets(file: Path) -> None:
    kept = KeptSession(file, SHOE)
    kept.keep(wire_message("cut_card_drawn"))
    before = kept.boot
    kept.forget()
    assert kept.boot != before
    assert KeptSession(file, SHOE).waiting == {}


def test_a_line_cut_short_costs_that_line_only(file: Path) -> None:
    first = KeptSession(file, SHOE)
    first.keep(wire_message("card_drawn", card="As"))
    first.keep(wire_message("card_drawn", card="Kd"))
    file.write_bytes(file.read_bytes()[:-9])
    second = KeptSession(file, SHOE)
    assert second.waiting == {1: drawn("As")}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file, not a folder")
    with pytest.raises(KeptSessionError, match=r"cannot keep events in .*; let this user write"):
        KeptSession(tmp_path / "kept" / "shoe-1.jsonl", SHOE)
