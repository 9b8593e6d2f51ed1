"""The floor of the event path: the same hops with nothing in them.

`python raw_hops.py driver FOLDER PTY` reads a line and sends what it read; `python raw_hops.py
daemon FOLDER` commits it and publishes it.
"""

import os
import sqlite3
import sys
from pathlib import Path

import zmq

INSERT = "INSERT INTO entry (source, body, hash) VALUES (?, ?, ?)"
# One event and one decision, of the size they have in the record.
ROWS = [("shoe-1", b"e" * 40, b"h" * 32), ("daemon", b"d" * 160, b"h" * 32)]


def driver(folder: Path, port: Path) -> None:
    """From the line to the daemon."""
    line = os.open(port, os.O_RDWR | os.O_NOCTTY)
    socket = zmq.Context().socket(zmq.DEALER)
    socket.connect(f"ipc://{folder}/devices")
    while True:
        socket.send(os.read(line, 4096))


def daemon(folder: Path) -> None:
    """From the driver into the record and to the feed."""
    context = zmq.Context()
    devices, feed = context.socket(zmq.ROUTER), context.socket(zmq.PUB)
    devices.bind(f"ipc://{folder}/devices")
    feed.bind(f"ipc://{folder}/feed")
    record = _record(folder / "raw.sqlite")
    while True:
        _sender, body = devices.recv_multipart()
        record.execute("BEGIN IMMEDIATE")
        record.executemany(INSERT, ROWS)
        record.execute("COMMIT")
        feed.send(body)


def _record(file: Path) -> sqlite3.Connection:
    record = sqlite3.connect(file, isolation_level=None)
    record.execute("PRAGMA journal_mode = WAL")
    record.execute("PRAGMA synchronous = FULL")
    record.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, source, body, hash)")
    return record


if __name__ == "__main__":
    if sys.argv[1] == "driver":
        driver(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        daemon(Path(sys.argv[2]))
