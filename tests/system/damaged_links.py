"""Two runs of one seed, one of them over damaged links, and what the daemon decided in each."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from controller.families.tables import load_table
from drivers.emulate.client import EmulatorsError, ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from tests.system.processes import TableOnTrial, until
from tests.system.whole_table import WholeTable

# What a link does is not what the table decides.
OF_THE_LINK = "device_state_changed"
PACE = 1000
DAMAGE = ("corrupt", "5%")

NewTable = Callable[[str], TableOnTrial]


def assert_damage_changes_nothing(
    new_table: NewTable, game: str, rounds: int, patience_s: float
) -> None:
    """Play the same seed over whole and over damaged links, side by side, and compare."""
    tables = (new_table(game), new_table(game))
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(decisions_over, table, rounds, fault, patience_s)
            for table, fault in zip(tables, ((), DAMAGE), strict=True)
        ]
        clean, damaged = (run.result() for run in runs)
    assert sum(decision["kind"] == "round_closed" for decision in clean) == rounds
    assert damaged == clean


def decisions_over(
    table: TableOnTrial, rounds: int, fault: tuple[str, ...], patience_s: float
) -> list[dict[str, Any]]:
    """Play so many rounds, every device with this fault; gives the decisions of those rounds."""
    whole = WholeTable(table, PACE)
    devices = list(load_table(table.file).table.devices) if fault else []
    for device in devices:
        until(partial(_break, table, device, fault), f"the fault on {device}")
    _wait_for_rounds(table, rounds, patience_s)
    for device in devices:
        assert ask_emulator(table.run / CONTROL_SOCKET, device, "faults") == [fault[0]]
    whole.stop()
    return _up_to_round(table, rounds)


def _wait_for_rounds(table: TableOnTrial, rounds: int, patience_s: float) -> None:
    # Seldom, for each look reads the whole record.
    deadline = time.monotonic() + patience_s
    while table.rounds() < rounds:
        assert time.monotonic() < deadline, f"{table.rounds()} of {rounds} rounds in time"
        time.sleep(0.3 if rounds < 50 else 3.0)


def _break(table: TableOnTrial, device: str, fault: tuple[str, ...]) -> bool:
    name, argument = fault
    try:
        ask_emulator(table.run / CONTROL_SOCKET, device, "fault", name=name, argument=argument)
    except EmulatorsError:
        return False
    return True


def _up_to_round(table: TableOnTrial, rounds: int) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for body in table.decisions():
        decision = json.loads(body)
        if decision["kind"] == OF_THE_LINK:
            continue
        kept.append(decision)
        rounds -= decision["kind"] == "round_closed"
        if rounds == 0:
            break
    return kept
