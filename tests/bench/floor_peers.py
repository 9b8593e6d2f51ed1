"""What the floor is measured against: rows published and stored without any of it.

Publishing is nats-py's, one row a message. Storing is COPY in the database's own form, the quickest
there is: the very columns, from tuples that are ready, in commits of as many rows, into a table
with the keys, indexes and months of ours, in the same database and as durable.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
from nats.aio.client import Client
from nats.js.api import StreamConfig
from psycopg.types.string import BytesBinaryDumper

from controller.floor.departure import MOST_ROWS
from controller.floor.parcel import TravellingRow
from controller.floor.service.service import AT_ONCE
from controller.floor.store.months import month_of
from controller.record.row import Row

UNDER_WAY: Final = 500
COMMIT_ROWS: Final = AT_ONCE * MOST_ROWS
# A busy machine with a slow disk answers late, and answers.
PATIENCE_S: Final = 120.0
_COLUMNS: Final = {
    "table_id": "text",
    "number": "int8",
    "month": "int8",
    "at_ms": "int8",
    "source": "text",
    "boot": "int8",
    "sequence": "int8",
    "part": "text",
    "kind": "text",
    "leaves": "text",
    "body": "bytea",
    "hash": "bytea",
}


class Pace(NamedTuple):
    """Rows a second, and microseconds of processor time a row."""

    rows_s: float
    cpu_us: float


class Meter:
    """Times work over some rows, here and in the servers."""

    def __init__(self, *servers: int) -> None:
        self._servers = servers

    async def pace(self, rows: int, work: Callable[[], Awaitable[None]]) -> Pace:
        """How fast some rows went, and what they cost."""
        start, spent = time.perf_counter(), self._spent_s()
        await work()
        took_s = time.perf_counter() - start
        return Pace(rows / took_s, (self._spent_s() - spent) / rows * 1e6)

    def _spent_s(self) -> float:
        """Processor time of this process, of the servers and of their children, ended or not."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if {int(stat.parent.name), int(fields[1])} & set(self._servers):
                    ticks += sum(map(int, fields[11:15]))
        return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


async def raw_publish(client: Client, rows: list[Row], meter: Meter) -> Pace:
    """By nats-py alone, several under way at a time."""
    await client.jsm(timeout=PATIENCE_S).add_stream(StreamConfig(name="RAW", subjects=["raw"]))
    stream = client.jetstream(timeout=PATIENCE_S)

    async def work() -> None:
        for low in range(0, len(rows), UNDER_WAY):
            waiting = [
                await stream.publish_async("raw", row.body) for row in rows[low : low + UNDER_WAY]
            ]
            await asyncio.gather(*waiting)

    return await meter.pace(len(rows), work)


class RawTable:
    """A table like ours, filled by COPY alone."""

    def __init__(self, url: str, rows: Sequence[TravellingRow]) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        # Without it psycopg takes a detour for each body; this is to be as quick as it can be.
        self._connection.adapters.register_dumper(bytes, BytesBinaryDumper)
        self._rows = [(row.number, month_of(row.at_ms), *row[1:]) for row in rows]
        self._run("CREATE TABLE raw (LIKE entry INCLUDING ALL) PARTITION BY RANGE (month)")
        for month in {month_of(row.at_ms) for row in rows}:
            values = f"FROM ({month}) TO ({month + 1})"
            self._run(f"CREATE TABLE raw_{month} PARTITION OF raw FOR VALUES {values}")

    async def copied(self, table: str, meter: Meter) -> Pace:
        """All rows under the name of a table."""

        async def work() -> None:
            self._copy(table)

        return await meter.pace(len(self._rows), work)

    def _copy(self, table: str) -> None:
        """In as many commits as the service makes."""
        statement = f"COPY raw ({', '.join(_COLUMNS)}) FROM STDIN (FORMAT BINARY)".encode()
        for low in range(0, len(self._rows), COMMIT_ROWS):
            with self._connection.cursor().copy(statement) as copy:
                copy.set_types(list(_COLUMNS.values()))
                for row in self._rows[low : low + COMMIT_ROWS]:
                    copy.write_row((table, *row))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _run(self, statement: str) -> None:
        self._connection.execute(statement.encode())
