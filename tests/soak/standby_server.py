"""Two machines with PostgreSQL: one that is lost, and one that follows it and takes its place."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from controller.floor.local.postgres_server import PostgresServer, postgres_binary


class LostServer(PostgresServer):
    """One that goes as a machine goes: all its processes at once."""

    def crash(self) -> None:
        """Say nothing more; the server itself first, so that it starts no worker anew."""
        process, self._process = self._process, None
        assert process is not None
        workers = [pid for pid, parent in _parents().items() if parent == process.pid]
        for pid in (process.pid, *workers):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


class StandbyServer(LostServer):
    """Begins as a copy of a server that runs, and streams from it until it is promoted."""

    def __init__(self, folder: Path, primary: PostgresServer) -> None:
        super().__init__(folder)
        self._primary = primary

    def cut_off(self) -> None:
        """Whatever the other one writes from now on does not arrive."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SELECT 1 FROM pg_stat_wal_receiver").fetchall():
                time.sleep(0.05)

    def promote(self) -> None:
        """Write from now on."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    def _make(self) -> None:
        self._own_folder()
        place = ("-D", str(self._data), "-d", self._primary.url, "-X", "stream", "-R")
        subprocess.run(
            [str(postgres_binary("pg_basebackup")), *place], user=self._user, cwd="/", check=True
        )


def _parents() -> dict[int, int]:
    """Every process and who started it."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            found[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    return found
