"""The last lines that each process of a table said: from systemd's journal, or kept by `run`."""

import json
import os
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from controller.facts.printable import printable

LOG_FILE: Final = "run.log"
LARGEST_LOG: Final = 200_000
MOST_LINES: Final = 500
LONGEST_LINE: Final = 300
UNITS: Final = "underfelt-*"
SUPERVISOR: Final = "run"
# systemd sets it for every process of a unit.
OF_SYSTEMD: Final = "INVOCATION_ID"


class LogLine(NamedTuple):
    """What a process said, without a sign that moves or hides others."""

    process: str
    text: str


class KeptLog:
    """The lines of a table that `run` supervises: a file beside its sockets, the newest kept."""

    def __init__(self, run_dir: Path) -> None:
        self._file = run_dir / LOG_FILE
        self._size = 0

    def keep(self, line: str, at: datetime) -> None:
        """Add a line, `process: text`; a full disk costs the line and nothing else."""
        content = f"{at:%H:%M:%S} {printable(line)}\n".encode(errors="replace")
        with suppress(OSError):
            if self._size + len(content) > LARGEST_LOG:
                self._forget_oldest()
            with self._file.open("ab") as file:
                file.write(content)
                self._size = file.tell()

    def _forget_oldest(self) -> None:
        kept = self._file.read_bytes()[-LARGEST_LOG // 2 :].partition(b"\n")[2]
        self._file.write_bytes(kept)


def last_lines(run_dir: Path, environ: Mapping[str, str] = os.environ) -> tuple[LogLine, ...]:
    """The newest lines of all processes, the oldest of them first."""
    found = _of_systemd() if environ.get(OF_SYSTEMD) else _kept(run_dir / LOG_FILE)
    lines = (LogLine(process, printable(text)[:LONGEST_LINE]) for process, text in found)
    return tuple(lines)[-MOST_LINES:]


def _kept(file: Path) -> Iterable[LogLine]:
    try:
        content = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return [_line(*line.partition(" ")[::2]) for line in content.splitlines()]


def _line(at: str, told: str) -> LogLine:
    """A line of a process, or of the one that starts them all."""
    process, colon, text = told.partition(": ")
    is_said = colon and " " not in process.removesuffix(" camera")
    return LogLine(process, f"{at} {text}") if is_said else LogLine(SUPERVISOR, f"{at} {told}")


def _of_systemd() -> Iterable[LogLine]:
    command = ["journalctl", "--unit", UNITS, "--lines", str(MOST_LINES), "--output", "json"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return [_entry(line) for line in done.stdout.splitlines() if line.startswith(b"{")]


def _entry(line: bytes) -> LogLine:
    content = json.loads(line)
    unit = str(content.get("_SYSTEMD_UNIT", "systemd"))
    process = unit.removeprefix("underfelt-").removesuffix(".service")
    at = datetime.fromtimestamp(int(content.get("__REALTIME_TIMESTAMP", 0)) / 1_000_000)
    return LogLine(process, f"{at:%H:%M:%S} {content.get('MESSAGE', '')}")
