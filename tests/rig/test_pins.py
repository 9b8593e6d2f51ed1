"""Real pins: GPIO 26 with nothing wired to it but, if edges are to be tried, 1 kΩ to GPIO 19."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.runtime.pin_backend import PinError, chosen_backend
from drivers.runtime.pins import PinBoard

PIN, NEIGHBOUR = 26, 19
CHIP = Path("/dev/gpiochip0")


@pytest.fixture(params=["lgpio", "gpiod"])
def board(request: pytest.FixtureRequest) -> Iterator[PinBoard]:
    if not CHIP.exists():
        pytest.skip(f"no {CHIP} here; run on a Pi")
    try:
        chosen_backend(request.param)
    except PinError as error:
        pytest.skip(str(error))
    pins = PinBoard(request.param)
    yield pins
    pins.close()


def test_a_line_rises_when_let_go_and_falls_when_pulled(board: PinBoard) -> None:
    line = board.line(PIN)
    let_go = line.is_low
    line.pull_low()
    pulled = line.is_low
    line.release()
    assert (let_go, pulled, line.is_low) == (False, True, False)


def test_an_output_is_read_back(board: PinBoard) -> None:
    output = board.output(PIN)
    for is_on in (True, False):
        output.switch(is_on)
        assert output.is_on is is_on


def test_edges_of_a_neighbour_are_felt(board: PinBoard) -> None:
    line, neighbour = board.line(PIN), board.line(NEIGHBOUR)
    neighbour.pull_low()
    if not line.is_low:
        pytest.skip(f"GPIO {PIN} and {NEIGHBOUR} are not joined; join them by 1 kΩ")
    neighbour.release()
    was_felt = threading.Event()
    line.watch(was_felt.set)
    for move in (neighbour.pull_low, neighbour.release):
        was_felt.clear()
        move()
        assert was_felt.wait(2)
