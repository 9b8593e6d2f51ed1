"""A record of years: a start does not grow with it, and every row is still proved in a minute."""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from config.table import DEFAULT_TABLE
from controller.daemon.checkpoint import checkpoint_version
from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.sealer import Sealer
from controller.families.opening import closed_table, opening_event, rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.record.proving import problems_of
from controller.record.rescue import open_proved
from controller.record.sealing import Seal
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import Rules

SHORT, LONG = 50_000, 5_000_000
BATCH = 2000
NOTE_EVERY = 50_000
STARTS = 7
MOST_VERIFY_S = 60.0
CORES = os.cpu_count() or 1
TOOL = Path(__file__).parents[2] / "docs/auditor/verify_record.py"


@pytest.mark.timeout(3600)
def test_a_start_and_a_proof_of_years(tmp_path: Path) -> None:
    rules = rules_of(load_table(DEFAULT_TABLE))
    short, long = (tmp_path / str(rows) / "journal.sqlite" for rows in (SHORT, LONG))
    write(rules, short, SHORT)
    repeat(rules, short, long)
    starts = [(seconds(lambda: start(rules, short)), seconds(lambda: start(rules, long)))]
    starts += [
        (seconds(lambda: start(rules, short)), seconds(lambda: start(rules, long)))
        for _ in range(STARTS - 1)
    ]
    few, many = (statistics.median(column) for column in zip(*starts, strict=True))
    verified, verify_cpu = seconds(lambda: verify(long)), cpu_s()
    audited, audit_cpu = seconds(lambda: audit(long)), cpu_s() - verify_cpu
    print(f"\nstart with {SHORT:,} rows {few:.3f} s, with {LONG:,} rows {many:.3f} s")
    print(f"verify of {LONG:,} rows {verified:.1f} s, {verify_cpu:.1f} s of {CORES} cores")
    print(f"the auditor's tool {audited:.1f} s, {audit_cpu:.1f} s of one core")
    print(f"file {long.stat().st_size / 1e6:,.0f} MB")
    assert many <= 2 * few
    # By the cores' time: a machine that others use meanwhile only looks slower.
    assert verify_cpu / CORES < MOST_VERIFY_S
    assert audit_cpu < MOST_VERIFY_S


def write(rules: Rules, file: Path, rows: int) -> None:
    """Play until the record is so long, signing now and then."""
    file.parent.mkdir()
    hands = SimulatedHands(1, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    with Journal.open(file) as journal:
        keeper = TableKeeper(rules, journal)
        seal = Seal.of(journal, "table")
        sequence, signed = 0, 0
        while keeper.number < rows:
            batch = []
            for _ in range(BATCH):
                event = hands.next_event(state)
                state, _ = advance(state, event)
                sequence += 1
                batch.append(Arrival("shoe-1", event, 1, sequence))
            keeper.admit(batch)
            if keeper.number >= signed + NOTE_EVERY:
                signed = keeper.number
                seal.sign()
        keeper.save()
        seal.sign()


def repeat(rules: Rules, short: Path, long: Path) -> None:
    """The rows of a short record again and again: the hours of play would be a day of computing."""
    long.parent.mkdir()
    version = checkpoint_version(rules)
    with Journal.open_for_reading(short) as played, Journal.open(long) as journal:
        saved = played.latest_checkpoint(version)
        assert saved is not None
        drafts = [row._replace(number=0, hash=b"") for row in played.rows()]
        seal = Seal.of(journal, "table")
        while journal.last_number < LONG:
            journal.append(drafts)
            seal.sign()
        journal.save_checkpoint(journal.last_number, version, saved[1])


def start(rules: Rules, file: Path) -> None:
    journal, damage = open_proved(file, checkpoint_version(rules))
    with journal:
        sealer = Sealer(Seal.of(journal, "table"))
        TableKeeper(rules, journal, damage=damage, contradictions=sealer.remembered())
        assert damage is None


def verify(file: Path) -> None:
    with Journal.open_for_reading(file) as journal:
        assert problems_of(journal) == []


def audit(file: Path) -> None:
    keys = file.with_name("table.pub")
    words = [TOOL, file, "--notes", file.with_suffix(".notes"), "--key", keys]
    subprocess.run([sys.executable, "-I", *map(str, words)], check=True)


def seconds(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def cpu_s() -> float:
    """What all processes that this one started have used, once they have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
