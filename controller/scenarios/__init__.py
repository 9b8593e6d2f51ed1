"""Scenarios: rounds as a person tells them, played through the real core and compared."""

from controller.scenarios.document import Scenario, ScenarioFile, read_scenarios, scenario_file
from controller.scenarios.play import Failure, Told, play_file, told

__all__ = [
    "Failure",
    "Scenario",
    "ScenarioFile",
    "Told",
    "play_file",
    "read_scenarios",
    "scenario_file",
    "told",
]
