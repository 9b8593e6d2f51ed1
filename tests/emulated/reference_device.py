"""The reference devices in C: built by the tests, moved by lines on their standard input."""

import functools
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Literal

import pytest

from drivers.conformance.hands import SocketHands
from tests.system.processes import short_folder, until

SOURCES = Path(__file__).parents[2] / "docs" / "reference-device"
QEMU = SOURCES / "boards" / "mps2" / "run.py"
PROGRAMS = {
    "shoe": "shoe",
    "shuffler": "shuffler",
    "dice-cup": "dice_cup",
    "entry-pad": "pad",
    "lamps": "lamps",
}
NEEDS = {
    "native": ("cc", "make"),
    "mps2": ("arm-none-eabi-gcc", "qemu-system-arm", "make"),
    "pico": ("arm-none-eabi-gcc", "make"),
}
BROKEN = "-DUD_BROKEN"

Board = Literal["native", "mps2", "pico"]


def is_missing(board: Board) -> list[str]:
    """The tools of a board that are not installed."""
    return [tool for tool in NEEDS[board] if shutil.which(tool) is None]


def require(board: Board) -> None:
    """Skip where the tools of a board are missing."""
    if missing := is_missing(board):
        pytest.skip(f"no {', '.join(missing)}: install them to try the C devices ({board})")


def make(folder: Path, target: str, extra: str = "") -> str:
    """Let the reference devices' Makefile make something; gives what it says."""
    command = ["make", "-s", "-C", str(SOURCES), f"BUILD={folder}", f"EXTRA={extra}", target]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stderr == ""
    return made.stdout


@functools.cache
def _built(folder: Path, board: Board, extra: str) -> Path:
    make(folder, board, extra)
    return folder / board


class Builds:
    """Every build a session asks for, made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turn = threading.Lock()

    def of(self, board: Board, extra: str = "") -> Path:
        """The folder of a board's programs."""
        with self._turn:
            return _built(self._folder / (extra or "whole"), board, extra)

    def command(self, kind: str, board: Board, extra: str = "") -> list[str]:
        """What starts a device, but for its port and options."""
        program = self.of(board, extra) / PROGRAMS[kind]
        if board == "native":
            return [str(program)]
        return [sys.executable, str(QEMU), f"{program}.elf"]


class ReferenceDevice:
    """One running reference device behind a pseudo-terminal linked at `path`."""

    def __init__(self, command: Sequence[str], path: Path, *options: str) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [*command, str(path), "stretch=0", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def do(self, line: str) -> str:
        """Do something to the device; gives what it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        word, _, rest = self._process.stdout.readline().strip().partition(" ")
        if word != "ok":
            raise ValueError(rest or f"the reference device is gone: {self._complaint()}")
        return rest

    @property
    def state(self) -> str:
        return self.do("status").split()[0]

    @property
    def kept(self) -> int:
        return int(self.do("status").split()[2])

    @property
    def boot(self) -> int:
        return int(self.do("status").split()[4], 16)

    def close(self) -> None:
        """End the program; a sanitizer's complaint fails the test."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.terminate()
        code = self._process.wait(20)
        self._process.stdout.close()
        complaint = self._complaint()
        assert code == 0, complaint
        assert complaint == ""

    def _complaint(self) -> str:
        stderr = self._process.stderr
        if stderr is None or stderr.closed or self._process.poll() is None:
            return ""
        with stderr:
            return stderr.read()

    def __enter__(self) -> "ReferenceDevice":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def reference_subject(command: Sequence[str], *options: str) -> Iterator[tuple[Path, SocketHands]]:
    """A running device with a control socket: its port, and hands that move it."""
    with short_folder() as folder:
        port, control = Path(folder) / "port", Path(folder) / "control"
        with ReferenceDevice(command, port, f"control={control}", *options):
            until(lambda: port.exists() and control.exists(), "the device")
            yield port, SocketHands(control, "device")


def run_stream(built: Path, data: bytes, options: Sequence[str] = ()) -> bytes:
    """Feed bytes to a device on its standard input; gives its bytes."""
    done = subprocess.run([built, "-", *options], input=data, capture_output=True, timeout=50)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
