"""Playing rounds through the real core with no devices and no clock."""

from controller.simulate.faults import FAULTS
from controller.simulate.returns import Returns, Tally
from controller.simulate.simulate import Totals, simulate

__all__ = ["FAULTS", "Returns", "Tally", "Totals", "simulate"]
