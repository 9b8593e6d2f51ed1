"""Whether a table stands still: nothing is under way, and every process would only beat."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from controller.facts.board import Board
from controller.storm.devices import Device
from controller.storm.processes import DriverProcess

if TYPE_CHECKING:
    from controller.storm.table import StormTable

# A board is shown a little later than it was drawn.
EARLIER_S: Final = 0.01


def seconds_to_bet(table: "StormTable") -> float:
    """How long the betting timer still runs, a little less than in truth; without one, for ever."""
    board = table.bus.board
    if board is None or board.timer_left_ms is None:
        return math.inf
    return table.bus.board_at + board.timer_left_ms / 1000 - EARLIER_S - table.timeline.time


def is_still(table: "StormTable") -> bool:
    """A second more would change nothing: all stand well, and no time runs that anybody awaits."""
    board = table.bus.board
    return (
        board is not None
        and _is_free(board)
        and board.number == table.watch.number
        and table.bus.loss == 0
        and table.daemon.is_up
        and _are_well(table.drivers.values())
        and _are_settled(table.devices.values())
    )


def _is_free(board: Board) -> bool:
    """No hold, no device that is away."""
    return board.hold is None and all(device.state == "ready" for device in board.devices)


def _are_well(drivers: Iterable[DriverProcess]) -> bool:
    return all(driver.is_quiet for driver in drivers)


def _are_settled(devices: Iterable[Device]) -> bool:
    return all(device.is_settled and device.cable.is_well for device in devices)
