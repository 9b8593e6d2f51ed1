"""A booted Debian in a container: real systemd, no network, thrown away afterwards."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOTS: Final = Path(os.environ.get("ROOTS", "/var/tmp/underfelt-matrix"))
BOOT_WITHIN_S: Final = 120.0


class Booted:
    """A machine that runs; commands run in it as root."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root = root
        self.leader = leader

    def run(self, command: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """A shell command in there, and what it printed."""
        words = ["nsenter", "-t", str(self.leader), "-a", "-r", "-w", "env", "-i"]
        given = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "HOME": "/root"}
        settings = [f"{name}={value}" for name, value in {**given, **environ}.items()]
        told = [*words, *settings, "sh", "-c", command]
        return subprocess.run(told, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def must(self, command: str, **environ: str) -> str:
        """The same, where it may not fail."""
        done = self.run(command, **environ)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def until(self, command: str, within_s: float) -> str:
        """Wait for a command to succeed."""
        end = time.monotonic() + within_s
        while (done := self.run(command)).returncode:
            assert time.monotonic() < end, f"{command}\n{done.stdout}{done.stderr}"
            time.sleep(0.5)
        return done.stdout


class Power:
    """A root that is switched on and off as a machine is; its files stay."""

    def __init__(self, root: Path, *options: str) -> None:
        self._root = root
        self._options = options
        self._terminal: subprocess.Popen[bytes] | None = None

    def on(self) -> Booted:
        """Boot it until it is idle."""
        machine = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--private-network"]
        command = " ".join([*machine, *self._options, "-b", "-D", str(self._root)])
        settings = dict(os.environ)
        if not Path("/sys/fs/cgroup/cgroup.controllers").exists():
            settings["SYSTEMD_NSPAWN_UNIFIED_HIERARCHY"] = "0"
        with self._root.with_suffix(".console").open("ab") as console:
            self._terminal = subprocess.Popen(
                ["script", "-qfec", command, "/dev/null"],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                env=settings,
            )
        found = Booted(self._root, _leader(self._terminal.pid))
        found.until("systemctl is-system-running | grep -qE 'running|degraded'", BOOT_WITHIN_S)
        return found

    def cut(self) -> None:
        """End every process of it at once, as a cut of the power does."""
        if self._terminal is not None:
            _end(self._terminal)
            self._terminal = None


@contextmanager
def fresh_root(suite: str, place: Path) -> Iterator[Path]:
    """A copy of a bare root, removed afterwards."""
    root = place / suite
    subprocess.run(["cp", "-a", str(ROOTS / suite), str(root)], check=True)
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def booted(suite: str, place: Path, *options: str) -> Iterator[Booted]:
    """A fresh Debian that runs until nobody needs it."""
    with fresh_root(suite, place) as root:
        power = Power(root, *options)
        try:
            yield power.on()
        finally:
            power.cut()


def _leader(pid: int) -> int:
    """The machine's own first process: two below the terminal, beneath systemd-nspawn."""
    end = time.monotonic() + BOOT_WITHIN_S
    while time.monotonic() < end:
        for child in _descendants(pid):
            line = Path(f"/proc/{child}/status")
            if line.exists() and "\t1\n" in _line(line.read_text(), "NSpid"):
                return child
        time.sleep(0.2)
    raise AssertionError("the container did not start; see its console.log")


def _line(text: str, key: str) -> str:
    return next((line + "\n" for line in text.splitlines() if line.startswith(key)), "")


def _descendants(pid: int) -> Iterator[int]:
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            yield child
            yield from _descendants(child)


def _end(terminal: subprocess.Popen[bytes]) -> None:
    for child in reversed(list(_descendants(terminal.pid))):
        try:
            os.kill(child, 9)
        except ProcessLookupError:
            continue
    terminal.wait()
