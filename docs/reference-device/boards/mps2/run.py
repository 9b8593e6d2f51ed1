#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run a device on QEMU's Cortex-M3: `run.py DEVICE.elf PATH [OPTION=VALUE ...]`.

As the native program, the wire is a pseudo-terminal linked at PATH, and hands are lines on standard
input and output, or a socket with `control=SOCKET`. `truth=FILE` notes each event before the wire
has it. The end of standard input or a signal ends it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

QEMU = "qemu-system-arm"
MACHINE = "mps2-an385"
REDIRECTED = "char device redirected to "


def main() -> int:
    """Start QEMU, name its terminal, and wait."""
    if len(sys.argv) < 3:
        _fail("give the device's .elf, the path of its port, then options as NAME=VALUE")
    elf, port, options = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    if shutil.which(QEMU) is None:
        _fail(f"no {QEMU}; install the package {QEMU}")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    device = subprocess.Popen(_command(elf, port, options), stdout=subprocess.PIPE)
    try:
        with _named(_terminal(device), port):
            return _follow(device)
    finally:
        device.kill()
        device.wait()


def _command(elf: str, port: Path, options: list[str]) -> list[str]:
    given = dict(option.split("=", 1) for option in options if "=" in option)
    control, truth = given.pop("control", None), given.pop("truth", os.devnull)
    given.setdefault("store", f"{port}.store")
    words = "".join(f",arg={name}={value}" for name, value in given.items())
    hands = "stdio" if control is None else f"unix:{control},server=on,wait=off"
    # Every way in or out is named: whatever QEMU adds by itself would be a terminal too many.
    machine = ["-M", MACHINE, "-kernel", elf, "-display", "none", "-monitor", "none"]
    lines = ["-serial", "pty", "-serial", hands, "-serial", f"file:{truth}"]
    return [QEMU, *machine, *lines, "-semihosting-config", f"enable=on,target=native{words}"]


def _terminal(device: "subprocess.Popen[bytes]") -> str:
    assert device.stdout is not None
    said = device.stdout.readline().decode()
    if not said.startswith(REDIRECTED):
        _fail(f"{QEMU} does not start; see what it says above")
    return said.removeprefix(REDIRECTED).split()[0]


@contextmanager
def _named(terminal: str, port: Path) -> Iterator[None]:
    """Link the port's name to a terminal, kept open: a driver that goes does not hang it up."""
    held = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(held)
    with tempfile.TemporaryDirectory(dir=port.parent) as folder:
        link = Path(folder, "port")
        link.symlink_to(terminal)
        link.replace(port)
    try:
        yield
    finally:
        port.unlink(missing_ok=True)
        os.close(held)


def _follow(device: "subprocess.Popen[bytes]") -> int:
    assert device.stdout is not None
    while said := os.read(device.stdout.fileno(), 4096):
        sys.stdout.buffer.write(said)
        sys.stdout.flush()
    return device.wait()


def _fail(why: str) -> NoReturn:
    print(f"error: {why}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    sys.exit(main())
