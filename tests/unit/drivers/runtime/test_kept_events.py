"""Events of a device that cannot keep them itself are in a file until they are in the record."""

from collections.abc import Callable
from pathlib import Path

import pytest

from config.wire_document import load_wire
from controller.facts.events import CutCardDrawn, Event, ShoeLoaded
from drivers.runtime.kept_events import (
    EVENT_LINE,
    KeptEvents,
    KeptEventsError,
    kept_file,
    wire_line,
)
from drivers.wire.codec import WireMessage, wire_message

CUT = wire_message("cut_card_drawn")
Driver = Callable[[int], KeptEvents[Event]]
Camera = Callable[[int], KeptEvents[WireMessage]]


def drawn(card: str) -> WireMessage:
    return wire_message("card_drawn", card=card)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return kept_file(tmp_path, "shoe-1", {})


@pytest.fixture
def driver(file: Path) -> Driver:
    """A driver that is the device: another boot number at every start."""
    return lambda boot: KeptEvents(file, EVENT_LINE, boot)


@pytest.fixture
def camera(file: Path) -> Camera:
    """A camera device: it goes on under its numbers while something waits."""
    line = wire_line(load_wire("shoe"))
    return lambda boot: KeptEvents(file, line, boot, is_continued=True)


def test_what_is_not_recorded_waits_in_the_file_for_the_next_driver(
    file: Path, driver: Driver
) -> None:
    first = driver(1)
    lines = [first.keep(ShoeLoaded(decks=decks)) for decks in (1, 2, 3)]
    assert first.recorded(1, 2)
    assert not first.recorded(1, 2)
    # Killed: never closed, the last line half written.
    with file.open("ab") as torn:
        torn.write(b'{"boot":1,"sequ')
    second = driver(2)
    assert second.waiting == (lines[0], lines[2])
    last = second.keep(CutCardDrawn())
    assert (last.boot, last.sequence) == (2, 1)
    assert driver(3).waiting == (lines[0], lines[2], last)


def test_the_file_is_empty_when_everything_is_recorded(file: Path, driver: Driver) -> None:
    kept = driver(1)
    for number in (1, 2):
        kept.keep(CutCardDrawn())
        assert file.stat().st_size > 0
        kept.recorded(1, number)
        assert file.stat().st_size == 0
    kept.close()


def test_systemd_says_where_events_are_kept() -> None:
    there = kept_file(Path("/run/x"), "shoe-1", {"STATE_DIRECTORY": "/var/lib/y"})
    assert there == Path("/var/lib/y/kept/shoe-1.jsonl")


def test_a_place_that_cannot_be_written_is_one_clear_error(tmp_path: Path, driver: Driver) -> None:
    (tmp_path / "kept").touch()
    with pytest.raises(KeptEventsError, match=r"cannot keep events in .*; let this user write"):
        driver(1)


def test_a_camera_goes_on_under_the_same_numbers_while_something_waits(camera: Camera) -> None:
    first = camera(1)
    lines = [first.keep(drawn(card)) for card in ("As", "Kd", "7h")]
    first.recorded(1, 1)
    second = camera(2)
    assert (second.boot, second.last) == (1, 3)
    assert second.waiting == (lines[1], lines[2])


def test_a_number_is_never_given_twice_though_a_later_event_was_recorded_first(
    camera: Camera,
) -> None:
    first = camera(1)
    for card in ("As", "Kd"):
        first.keep(drawn(card))
    first.recorded(1, 2)
    for boot in (2, 3):
        first = camera(boot)
    line = first.keep(CUT)
    assert (line.boot, line.sequence) == (1, 3)


def test_with_nothing_waiting_a_start_has_another_boot_number(file: Path, camera: Camera) -> None:
    first = camera(1)
    first.keep(CUT)
    first.recorded(1, 1)
    assert file.read_bytes() == b""
    second = camera(2)
    assert (second.boot, second.last, second.waiting) == (2, 0, ())


def test_a_power_cut_forgets(camera: Camera) -> None:
    kept = camera(1)
    kept.keep(CUT)
    kept.forget(2)
    assert (kept.boot, kept.last) == (2, 0)
    assert camera(3).waiting == ()


def test_a_line_cut_short_costs_that_line_only(file: Path, camera: Camera) -> None:
    first = camera(1)
    line = first.keep(drawn("As"))
    first.keep(drawn("Kd"))
    file.write_bytes(file.read_bytes()[:-9])
    assert camera(2).waiting == (line,)


def test_a_message_that_its_wire_document_does_not_know_is_left_out(
    file: Path, camera: Camera
) -> None:
    # A device session sends what waits as it is; a frame that cannot be packed would end it.
    first = camera(1)
    first.keep(drawn("As"))
    line = first.keep(drawn("Kd"))
    file.write_text(file.read_text().replace('"As"', '"1z"'))
    assert camera(2).waiting == (line,)
