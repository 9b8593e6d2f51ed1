"""The gpiod backend on a machine in memory; tests/rig has the same on real pins."""

import inspect
import select
import threading
from collections.abc import Iterator
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge

from drivers.entry_pad.matrix import KeyMatrix
from drivers.lamps.pins import LampPins
from drivers.runtime.gpio_chip import find_chip
from drivers.runtime.pin_backend import PinError
from drivers.runtime.pins import PinBoard
from tests.unit.drivers.runtime.gpiod_machine import Chip, Machine, Request, machine_with

PI_4 = (("pinctrl-bcm2711", 58), ("raspberrypi-exp-gpio", 8))
PI_5 = (("gpio-brcmstb@107d508500", 32), ("gpio-brcmstb@107d517c00", 15), ("pinctrl-rp1", 54))
REAL_CHIP, REAL_REQUEST = gpiod.Chip, gpiod.LineRequest


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with machine_with(tmp_path, *PI_4) as found:
        yield found


@pytest.fixture
def board(machine: Machine) -> Iterator[PinBoard]:
    del machine
    pins = PinBoard("gpiod")
    yield pins
    pins.close()


@pytest.mark.parametrize(("stand_in", "real"), [(Chip, REAL_CHIP), (Request, REAL_REQUEST)])
def test_the_machine_in_memory_is_called_as_gpiod_is(
    stand_in: type[object], real: type[object]
) -> None:
    made_by_gpiod = {"__init__", "feel", "__exit__"} if stand_in is Request else {"__exit__"}
    names = {name for name, part in vars(stand_in).items() if inspect.isfunction(part)}
    for name in names - made_by_gpiod:
        ours, theirs = (inspect.signature(getattr(kind, name)) for kind in (stand_in, real))
        assert list(ours.parameters) == list(theirs.parameters)[: len(ours.parameters)], name


@pytest.mark.parametrize(
    ("chips", "found"),
    [
        (PI_4, "pinctrl-bcm2711"),
        (PI_5, "pinctrl-rp1"),
        ((("gpio-sim.0", 32), ("other", 8)), "gpio-sim.0"),
    ],
)
def test_the_header_is_found_by_its_label_or_as_the_only_wide_chip(
    tmp_path: Path, chips: tuple[tuple[str, int], ...], found: str
) -> None:
    with machine_with(tmp_path, *chips):
        assert find_chip().label == found


def test_a_second_name_of_a_chip_is_not_a_second_chip(tmp_path: Path) -> None:
    with machine_with(tmp_path, ("gpio-sim.0", 32)):
        (tmp_path / "gpiochip4").symlink_to("gpiochip0")
        assert find_chip().name == "gpiochip0"


@pytest.mark.parametrize(
    ("chips", "seen"),
    [
        ((("small", 8),), "gpiochip0 small (8 lines)"),
        ((("a", 32), ("b", 32)), "gpiochip0 a (32 lines), gpiochip1 b (32 lines)"),
    ],
)
def test_where_no_chip_or_more_than_one_fits_the_chips_are_named(
    tmp_path: Path, chips: tuple[tuple[str, int], ...], seen: str
) -> None:
    with machine_with(tmp_path, *chips), pytest.raises(PinError) as caught:
        PinBoard("gpiod")
    assert f"no chip of a Pi's header among {seen}; run on a Pi" in str(caught.value)


def test_gpiod_1_is_refused_with_the_remedy(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert machine.chips
    monkeypatch.delattr(gpiod, "LineSettings")
    with pytest.raises(PinError, match=r"gpiod is older than 2\.1; run pip install"):
        find_chip()


def test_an_output_is_dark_at_first_and_is_read_back(machine: Machine, board: PinBoard) -> None:
    lamp = board.output(17)
    assert not machine.level(17)
    lamp.switch(True)
    assert machine.level(17)
    assert lamp.is_on
    machine.stuck_low.add(17)
    assert not lamp.is_on


def test_a_closed_output_is_dark_and_free(machine: Machine, board: PinBoard) -> None:
    lamp = board.output(17)
    taken = machine.taken[17]
    lamp.switch(True)
    lamp.close()
    assert taken.settings[17].direction is Direction.INPUT
    assert machine.taken == {}
    assert not board.output(17).is_on


def test_a_line_is_high_when_let_go_and_low_when_pulled(machine: Machine, board: PinBoard) -> None:
    line = board.line(5)
    let_go = line.is_low
    line.pull_low()
    pulled = line.is_low
    line.release()
    assert (let_go, pulled, line.is_low) == (False, True, False)
    assert machine.taken[5].settings[5].bias is Bias.PULL_UP


def test_edges_come_from_another_thread_and_survive_a_release(
    machine: Machine, board: PinBoard
) -> None:
    row, column = board.line(5), board.line(12)
    callers: list[threading.Thread] = []
    was_felt = threading.Event()

    def feel() -> None:
        callers.append(threading.current_thread())
        was_felt.set()

    column.watch(feel)
    row.pull_low()
    for change in (machine.close, machine.open, machine.close):
        was_felt.clear()
        change(5, 12)
        assert was_felt.wait(10)
        column.release()
    assert threading.main_thread() not in callers
    assert len(callers) == 3
    column.close()
    machine.open(5, 12)
    assert len(callers) == 3


def test_a_watched_line_that_is_pulled_low_asks_for_no_edges(
    machine: Machine, board: PinBoard
) -> None:
    line = board.line(12)
    line.watch(lambda: None)
    asked = [machine.taken[12].settings[12].edge_detection]
    line.pull_low()
    asked.append(machine.taken[12].settings[12].edge_detection)
    line.release()
    asked.append(machine.taken[12].settings[12].edge_detection)
    assert asked == [Edge.BOTH, Edge.NONE, Edge.BOTH]


def test_a_closed_board_leaves_no_line_no_thread_and_no_descriptor(machine: Machine) -> None:
    before = in_use()
    board = PinBoard("gpiod")
    board.output(17)
    board.line(12).watch(lambda: None)
    board.close()
    assert machine.taken == {}
    assert in_use() == before


def in_use() -> tuple[int, int]:
    """How many threads and descriptors this process has."""
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize(("user", "named"), [("spi0 CS0", "spi0 CS0"), ("", "the system")])
def test_a_pin_in_use_is_refused_with_its_user(
    machine: Machine, board: PinBoard, user: str, named: str
) -> None:
    chip = Chip(next(iter(machine.chips)))
    chip.request_lines({8: gpiod.LineSettings()}, consumer=user)
    for take in (board.line, board.output):
        with pytest.raises(PinError, match=f"pin 8 is used by {named}; end that or give"):
            take(8)


def test_a_key_matrix_on_gpiod_wakes_and_knows_its_keys(machine: Machine, board: PinBoard) -> None:
    keys = (("seat-1", "seat-2"), ("settled", "floor"))
    matrix = KeyMatrix(board, (5, 6), (12, 13), keys)
    assert matrix.scan() == frozenset()
    machine.close(6, 12)
    assert select.select([matrix], [], [], 10)[0] == [matrix]
    assert matrix.scan() == {"settled"}
    machine.close(5, 13)
    assert matrix.scan() == {"settled", "seat-2"}
    machine.open(6, 12)
    machine.open(5, 13)
    assert matrix.scan() == frozenset()
    matrix.close()
    assert machine.taken == {}


def test_lamps_on_gpiod_follow_and_a_stuck_one_is_named(machine: Machine) -> None:
    lamps = LampPins("gpiod", (2, 3), (5, 6))
    machine.stuck_low.add(6)
    assert lamps.show(1, 1) == frozenset()
    assert [pin for pin in (2, 3, 5, 6) if machine.level(pin)] == [2, 5]
    assert lamps.show(2, 2) == {"action-2"}
    lamps.close()
    assert machine.taken == {}
