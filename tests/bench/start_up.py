"""How long a whole table takes to start and to stop; for information, there is no floor."""

import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from config.table import DEFAULT_TABLE
from controller.bus.client import AnswersClient, DeskError
from tests.bench.figures import Figure, median, say

REPEATS = 3


def measure() -> list[Figure]:
    """Start a table, wait for its first board, and stop it."""
    say(f"start and stop: a whole table, {REPEATS} times")
    times = [_once() for _ in range(REPEATS)]
    names = ("run to the first board", "Ctrl-C to the end")
    medians = [median(column) for column in zip(*times, strict=True)]
    return [
        Figure(name, f"{seconds:.2f} s", "", None, "", None)
        for name, seconds in zip(names, medians, strict=True)
    ]


def _once() -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="uf-") as name:
        folder = Path(name)
        started = time.perf_counter()
        process = subprocess.Popen(_command(folder), stdout=subprocess.DEVNULL)
        _wait_for_board(AnswersClient(folder / "run", timeout_s=0.1))
        up = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.wait()
        return up - started, time.perf_counter() - up


def _command(folder: Path) -> list[str]:
    table = folder / "table.toml"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    table.write_text(DEFAULT_TABLE.read_text().replace("port = 8300", f"port = {port}"))
    places = ["--state-dir", str(folder / "state"), "--run-dir", str(folder / "run")]
    return [sys.executable, "-m", "controller", "run", "--table", str(table), *places]


def _wait_for_board(desk: AnswersClient) -> None:
    while True:
        try:
            desk.board()
            return
        except DeskError:
            time.sleep(0.01)
