"""Bytes on the disk: what a round of commits writes, against its rows' bytes and whole blocks."""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from config.table import DEFAULT_TABLE
from controller.daemon.keeper import Arrival, TableKeeper
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.simulate.hands import SimulatedHands
from tests.bench.figures import Figure, say

ROUNDS = 200
# A disk writes blocks: no commit can cost less than one.
BLOCK_BYTES = 4096
# A quarter of what a round cost when every expectation was a row, in pages of 4 kB with an index.
MOST_BYTES = 206_000 // 4


class Written(NamedTuple):
    """What so many rounds wrote: commits, rows and their bytes, and what reached the files."""

    commits: int
    rows: int
    content: int
    to_files: int
    to_blocks: int


def measure() -> list[Figure]:
    """Play rounds, an event a commit as at a table, and count what was written."""
    say(f"record: {ROUNDS} rounds, an event a commit, every commit synced")
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        written = _play(Path(folder) / "journal.sqlite")
    per_round = written.to_files / ROUNDS
    content = written.content / ROUNDS
    blocks = written.to_blocks / ROUNDS
    least = written.commits * BLOCK_BYTES / ROUNDS
    figures = [
        Figure(
            "bytes a round, written",
            _kb(per_round),
            f"{_kb(content)} of rows",
            per_round / content,
            f"at most {_kb(MOST_BYTES)}",
            per_round <= MOST_BYTES,
        )
    ]
    # A file system in memory writes no blocks.
    if written.to_blocks:
        ratio = blocks / least
        words = f"{_kb(least)}, a block a commit"
        figures.append(
            Figure("bytes a round, in blocks", _kb(blocks), words, ratio, "at most 2", ratio <= 2)
        )
    return figures


def _play(file: Path) -> Written:
    rules = rules_of(load_table(DEFAULT_TABLE))
    hands = SimulatedHands(1, rules.game.cards.decks[1])
    commits, rows, content = 0, 0, 0
    with Journal.open(file) as journal:
        keeper = TableKeeper(rules, journal)
        before = _written()
        while keeper.state.rounds < ROUNDS:
            commits += 1
            event = hands.next_event(keeper.state)
            admission = keeper.admit([Arrival("shoe-1", event, 1, commits)])
            rows += len(admission.rows)
            content += sum(len(row.body) + len(row.hash) for row in admission.rows)
    after = _written()
    return Written(commits, rows, content, *(b - a for a, b in zip(before, after, strict=True)))


def _written() -> tuple[int, int]:
    """Bytes handed to the kernel, and bytes of the pages it writes for them."""
    counts = dict(re.findall(r"(\w+): (\d+)", Path("/proc/self/io").read_text()))
    return int(counts["wchar"]), int(counts["write_bytes"])


def _kb(count: float) -> str:
    return f"{count / 1000:.1f} kB"
