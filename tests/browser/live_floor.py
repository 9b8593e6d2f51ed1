"""A whole floor of live tables on this machine, as `underfelt floor demo` starts it."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from controller.floor.local.nats_server import free_port
from tests.command import underfelt
from tests.system.processes import short_folder, until

PROGRAM = Path(sys.executable).with_name("underfelt")
START_S = 600.0


class LiveFloor(NamedTuple):
    """Where its parts are, and what goes wrong on purpose."""

    folder: Path
    port: int
    wall_port: int

    @property
    def wall(self) -> str:
        return f"http://127.0.0.1:{self.wall_port}"

    def tables_heard(self) -> int:
        """How many tables the floor keeps rows of."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=5) as answer:
                text = answer.read().decode()
        except (URLError, OSError):
            return 0
        return len(re.findall(r"^underfelt_table_rows\{", text, flags=re.MULTILINE))

    def hears(self, tables: int) -> bool:
        """Whether so many tables have begun."""
        return self.tables_heard() >= tables

    def fault(self, table: str, *words: str) -> None:
        """Let an emulated device of a table have a fault, or mend it."""
        here = self.folder / table
        places = ("--table", str(here / "table.toml"), "--run-dir", str(here / "run"))
        done = underfelt("fault", *words, *places)
        assert done.returncode == 0, done.stderr


@contextmanager
def live_floor(tables: int, pace: float) -> Iterator[LiveFloor]:
    """Everything runs; whoever started it ends it."""
    with short_folder() as name:
        floor = LiveFloor(Path(name), free_port(), free_port())
        ports = ("--port", str(floor.port), "--wall-port", str(floor.wall_port))
        told = ("--tables", str(tables), "--folder", name, "--pace", str(pace), *ports)
        with (floor.folder / "demo.txt").open("w") as log:
            demo = subprocess.Popen(
                [PROGRAM, "floor", "demo", *told], stdout=log, stderr=log, start_new_session=True
            )
        try:
            # As long as one more begins, however slow the machine.
            for heard in range(1, tables + 1):
                until(partial(floor.hears, heard), f"{heard} of {tables} tables", START_S)
            yield floor
        finally:
            demo.send_signal(signal.SIGTERM)
            demo.wait(120)
            noted = floor.folder / "postgres.place"
            if noted.exists():
                shutil.rmtree(noted.read_text())
