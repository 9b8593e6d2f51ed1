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
        self._leader = leader

    def run(self, command: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """A shell command in there, and what it printed."""
        words = ["nsenter", "-t", str(self._leader), "-a", "-r", "-w", "env", "-i"]
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


@contextmanager
def booted(suite: str, place: Path, *options: str) -> Iterator[Booted]:
    """A fresh copy of a bare root, booted until it is idle; stopped and removed afterwards."""
    root = place / suite
    subprocess.run(["cp", "-a", str(ROOTS / suite), str(root)], check=True)
    machine = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--private-network"]
    command = " ".join([*machine, *options, "-b", "-D", str(root)])
    settings = dict(os.environ)
    if not Path("/sys/fs/cgroup/cgroup.controllers").exists():
        settings["SYSTEMD_NSPAWN_UNIFIED_HIERARCHY"] = "0"
    console = (place / "console.log").open("wb")
    words = ["script", "-qfec", command, "/dev/null"]
    terminal = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=console, stderr=console, env=settings
    )
    try:
        machine_run = Booted(root, _leader(terminal.pid))
        state = "systemctl is-system-running | grep -qE 'running|degraded'"
        machine_run.until(state, BOOT_WITHIN_S)
        yield machine_run
    finally:
        _end(terminal)
        console.close()
        shutil.rmtree(root, ignore_errors=True)


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
