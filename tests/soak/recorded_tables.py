"""Records that grow, and a database that is to equal them: what the soaks of the floor share."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from controller.record.row import Row
from tests.unit.controller.floor.sample_rounds import record

# So long without a single row is no catching up: a bridge asks again within a quarter of a minute.
STILL_S = 120.0


def a_round_now() -> list[Row]:
    """A round as people just dealt it."""
    now_ms = time.time_ns() // 1_000_000
    return [row._replace(number=0, hash=b"", at_ms=now_ms) for row in record(1)]


def record_file(folder: Path, number: int, room: str = "oaks") -> Path:
    """Where a table of a room keeps its record."""
    place = folder / room / f"t{number}"
    place.mkdir(parents=True)
    return place / "journal.sqlite"


def table_of(journal: Journal) -> str:
    """The table whose record this is."""
    room, table = journal.path.parts[-3:-1]
    return f"{room}/{table}"


async def caught_up(store: FloorStore, journals: Sequence[Journal]) -> None:
    """Wait as long as rows arrive, however slow the machine is with them."""
    kept, moved_s = -1, time.monotonic()
    while not _is_level(store, journals):
        now = sum(each.head.number for each in store.rows.heads().values())
        if now != kept:
            kept, moved_s = now, time.monotonic()
        missing = sum(each.last_number for each in journals) - kept
        assert time.monotonic() - moved_s < STILL_S, f"{missing} rows do not arrive"
        await asyncio.sleep(1)


def _is_level(store: FloorStore, journals: Sequence[Journal]) -> bool:
    heads = store.rows.heads()
    return all(
        (head := heads.get(table_of(journal))) is not None
        and head.head.number == journal.last_number
        for journal in journals
    )


def compared(store: FloorStore, journal: Journal) -> int:
    """Row for row, hash for hash, and every body that may leave its table."""
    kept = list(store.rows.rows(table_of(journal)))
    recorded = list(journal.rows())
    assert [(row.number, row.hash) for row in kept] == [(row.number, row.hash) for row in recorded]
    for ours, theirs in zip(kept, recorded, strict=True):
        assert ours.leaves == "never" or ours.row == theirs
    return len(kept)
