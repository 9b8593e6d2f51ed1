"""Recovery: a record of many events replayed at the start, against just reading and parsing it."""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from config.table import DEFAULT_TABLE
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.events import EVENT
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import Rules
from tests.bench.figures import Figure, median, say

EVENTS = 100_000
BATCH = 1000
REPEATS = 5


def measure() -> list[Figure]:
    """Write one record, then start on it and read it, in turns."""
    rules = rules_of(load_table(DEFAULT_TABLE))
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        file = Path(folder) / "journal.sqlite"
        say(f"recovery: writing a record of {EVENTS:,} events")
        write_record(rules, file)
        say(f"recovery: {REPEATS} starts without a checkpoint, {REPEATS} readings")
        starts, readings = [], []
        for _ in range(REPEATS):
            drop_checkpoints(file)
            starts.append(_seconds(lambda: _start(rules, file)))
            readings.append(_seconds(lambda: _read(file)))
    ratio = median(starts) / median(readings)
    ours, bare = f"{median(starts):.2f} s", f"{median(readings):.2f} s"
    return [Figure("recovery against reading", ours, bare, ratio, "at most 3", ratio <= 3)]


def write_record(rules: Rules, file: Path) -> None:
    """Play until the record holds enough events."""
    hands = SimulatedHands(1, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    with Journal.open(file) as journal:
        keeper = TableKeeper(rules, journal)
        for first in range(1, EVENTS, BATCH):
            batch = []
            for sequence in range(first, first + BATCH):
                event = hands.next_event(state)
                state, _ = advance(state, event)
                batch.append(Arrival("shoe-1", event, 1, sequence))
            keeper.admit(batch)
        if keeper.state.hold is not None:
            raise SystemExit(f"error: the record played for the bench is held: {keeper.state.hold}")


def drop_checkpoints(file: Path) -> None:
    """Take the shortcut away."""
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("DELETE FROM checkpoint")
    connection.close()


def _start(rules: Rules, file: Path) -> None:
    with Journal.open(file) as journal:
        TableKeeper(rules, journal)


def _read(file: Path) -> None:
    with Journal.open_for_reading(file) as journal:
        for row in journal.events():
            EVENT.validate_json(row[-1])


def _seconds(work: Callable[[], None]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
