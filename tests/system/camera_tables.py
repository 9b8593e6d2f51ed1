"""Tables with cameras beside the same tables with serial devices, and what must be equal."""

import json
from pathlib import Path
from typing import Any

from controller.table.unread import DEALER
from tests.system.processes import OurProcess, TableOnTrial, part_of

# What happens around a card nobody read, and around devices that come and go.
AROUND = {
    "device_state_changed",
    "irregularity_found",
    "table_held",
    "hold_released",
}
UNREAD = ("card_unreadable", "dice_unreadable")
ENDS = {("use-card", ""), ("use-dice", ""), ("resume", "the cut card")}
MOST_KB = 150_000


def start(table: TableOnTrial, rounds: int) -> OurProcess:
    """Play so many rounds as fast as the pictures can be drawn and read."""
    return table.start_run("--until", str(rounds), "--pace", "1000", "--run-dir", str(table.run))


def decided(table: TableOnTrial, rounds: int) -> list[dict[str, Any]]:
    """The decisions of so many rounds, without what happens around them."""
    found: list[dict[str, Any]] = []
    for decision in map(json.loads, table.decisions()):
        if decision["kind"] in AROUND:
            continue
        if "dice" in decision:
            # A camera sees dice side by side, in no order.
            decision["dice"] = sorted(decision["dice"])
        found.append(decision)
        if decision["kind"] == "round_closed" and decision["round"] == rounds:
            return found
    raise AssertionError(f"round {rounds} was not closed")


def events(table: TableOnTrial, *kinds: str) -> list[dict[str, Any]]:
    """The events of these kinds in the record."""
    bodies = (json.loads(row[-1]) for row in table.events())
    return [body for body in bodies if body["kind"] in kinds]


def assert_unread_were_named(table: TableOnTrial) -> int:
    """Every card or throw that was not read was named on the pad; gives how many there were."""
    unread = events(table, *UNREAD)
    ends = (json.loads(body) for body in table.decisions() if b'"hold_released"' in body)
    # Devices that come up late end a hold of their own.
    released = [end for end in ends if end["name"].replace("-", "_") in UNREAD]
    # The last one may have come as the table stopped.
    assert 0 <= len(unread) - len(released) <= 1
    assert {end["by"] for end in released} <= {DEALER}
    assert {(end["ruling"], end["note"]) for end in released} <= ENDS
    assert events(table, "ruling_given") == []
    return len(unread)


def peak_memory_kb(table: TableOnTrial, device: str) -> int:
    """The most memory the vision process has held so far; 0 before it runs."""
    pid = part_of(table, f"camera {device}")
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int(status.partition("VmHWM:")[2].split()[0])
