"""The reference device in C: compiled by the tests, moved by lines on its standard input."""

import json
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import pytest

SOURCES = Path(__file__).parents[2] / "docs" / "reference-device"
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g")
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
CUT_DEPTH = 14


def compile_shoe(folder: Path, *flags: str, sources: Path = SOURCES) -> Path:
    """Build the shoe, with the sanitizers where the compiler has them."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler: install gcc or clang to build the reference device")
    built = folder / "shoe"
    files = [str(sources / name) for name in ("underfelt_device.c", "shoe_main.c")]
    for extra in (SANITIZED, ()):
        command = [compiler, *STRICT, *extra, *flags, *files, "-o", str(built)]
        tried = subprocess.run(command, capture_output=True, text=True)
        if tried.returncode == 0 and _starts(built):
            return built
    raise AssertionError(tried.stderr)


def _starts(built: Path) -> bool:
    tried = subprocess.run([built, "--decode"], stdin=subprocess.DEVNULL, capture_output=True)
    return tried.returncode == 0


def as_line(action: str, arguments: Mapping[str, object]) -> str:
    """An action of the emulators' control socket as a line for the C program."""
    if action == "load":
        decks, depth = arguments.get("decks", 8), arguments.get("cut_depth", CUT_DEPTH)
        cards = arguments.get("cards") or []
        assert isinstance(cards, list)
        return " ".join(["load", str(decks), str(depth), *cards])
    return " ".join([action, *map(str, arguments.values())])


class ReferenceShoe:
    """One running reference shoe behind a pseudo-terminal linked at `path`."""

    def __init__(self, built: Path, path: Path, *options: str) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._turn = threading.Lock()
        self._process = subprocess.Popen(
            [built, *options, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def do(self, line: str) -> str:
        """Do something to the shoe; gives what it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._turn:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            word, _, rest = self._process.stdout.readline().strip().partition(" ")
        if word != "ok":
            raise ValueError(rest or f"the reference shoe is gone: {self._complaint()}")
        return rest

    def perform(self, action: str, arguments: Mapping[str, object]) -> str:
        """Do an action of the emulators' control socket."""
        return self.do(as_line(action, arguments))

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
        code = self._process.wait(20)
        self._process.stdout.close()
        complaint = self._complaint()
        assert code == 0, complaint
        assert "runtime error" not in complaint

    def _complaint(self) -> str:
        stderr = self._process.stderr
        if stderr is None or stderr.closed or self._process.poll() is None:
            return ""
        with stderr:
            return stderr.read()

    def __enter__(self) -> "ReferenceShoe":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class ControlBridge:
    """Listens like the emulators' control socket and hands each action to a reference shoe."""

    def __init__(self, path: Path, shoe: ReferenceShoe) -> None:
        self._shoe = shoe
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(os.fspath(path))
        self._socket.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                talk, _ = self._socket.accept()
            except OSError:
                return
            with talk, talk.makefile("rw") as lines:
                for line in lines:
                    lines.write(json.dumps(self._answer(line)) + "\n")
                    lines.flush()

    def _answer(self, line: str) -> dict[str, object]:
        request = json.loads(line)
        try:
            done = self._shoe.perform(request["action"], request.get("arguments", {}))
        except ValueError as error:
            return {"error": str(error)}
        return {"ok": True, "result": done or None}


def run_stream(built: Path, data: bytes, options: Sequence[str] = ()) -> tuple[bytes, str]:
    """Feed bytes to the shoe on its standard input; gives its bytes and its remarks."""
    done = subprocess.run([built, *options, "-"], input=data, capture_output=True, timeout=50)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout, done.stderr.decode()
