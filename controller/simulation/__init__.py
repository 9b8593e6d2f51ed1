"""Playing rounds through the real core with no devices and no clock."""

from controller.simulation.faults import FAULTS
from controller.simulation.simulate import Totals, simulate

__all__ = ["FAULTS", "Totals", "simulate"]
