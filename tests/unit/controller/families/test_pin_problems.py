"""Pins: a table file that cannot light every seat, or uses a pin twice, is refused."""

from pathlib import Path

import pytest

from config.document import DocumentError
from config.table import DEFAULT_TABLE
from controller.families.tables import load_table

EMULATED_LAMPS = 'kind = "lamps"\nsource = "emulated"\n'
EMULATED_PAD = 'kind = "entry-pad"\nsource = "emulated"\n'
LAMPS = """kind = "lamps"
source = "gpio"
bank_pins = [0, 1, 2, 3, 4, 5, 6, 7]
action_pins = [8, 9, 10, 11, 12, 13, 14, 15]
"""
PAD = """kind = "entry-pad"
source = "gpio"
row_pins = [20]
column_pins = [21, 22]
keys = [["undo", "floor"]]
"""


def problems(folder: Path, lamps: str, pad: str = EMULATED_PAD) -> list[str]:
    text = DEFAULT_TABLE.read_text()
    assert EMULATED_LAMPS in text
    assert EMULATED_PAD in text
    file = folder / "table.toml"
    file.write_text(text.replace(EMULATED_LAMPS, lamps).replace(EMULATED_PAD, pad))
    try:
        load_table(file)
    except DocumentError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_a_pin_for_every_seat_is_fine(tmp_path: Path) -> None:
    assert problems(tmp_path, LAMPS, PAD) == []


def test_one_pin_for_eight_seats_is_refused(tmp_path: Path) -> None:
    lamps = LAMPS.replace("[0, 1, 2, 3, 4, 5, 6, 7]", "[0]")
    lamps = lamps.replace("[8, 9, 10, 11, 12, 13, 14, 15]", "[8]")
    (problem,) = problems(tmp_path, lamps)
    assert "1 lamps for 8 seats; list a pin for each seat" in problem


@pytest.mark.parametrize("pin", ["20", "21"])
def test_a_pin_of_two_devices_is_refused(tmp_path: Path, pin: str) -> None:
    (problem,) = problems(tmp_path, LAMPS, PAD.replace(pin, "3"))
    assert "pin 3 is" in problem
    assert "give each device its own pins" in problem
