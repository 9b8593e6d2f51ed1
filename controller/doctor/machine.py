"""The machine: its program, its clock and its disk."""

import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from controller.daemon.provenance import is_synchronised, program_version
from controller.doctor.finding import Finding, bad, good, note
from controller.facts.phrase import phrase

LOW_DISK_BYTES: Final = 200_000_000
PACKAGES: Final = ("aiohttp", "cobs", "cryptography", "gpiozero", "pydantic", "pyserial", "pyzmq")


def look_at_machine() -> Iterator[Finding]:
    """The processor, the packages and the clock."""
    python, processor = platform.python_version(), platform.machine()
    told = phrase("doctor-machine", python=python, processor=processor)
    is_narrow = sys.maxsize < 2**32
    yield bad("machine", told, phrase("cure-64-bit")) if is_narrow else good("machine", told)
    yield good("program", phrase("doctor-program", version=program_version()))
    yield _packages()
    yield _clock()


def _packages() -> Finding:
    found, absent = versions()
    if absent:
        told = phrase("doctor-packages-absent", names=", ".join(absent))
        return bad("packages", told, phrase("cure-install"), "pip install underfelt")
    names = ", ".join(f"{name} {number}" for name, number in found.items())
    return good("packages", phrase("doctor-packages", names=names))


def versions() -> tuple[dict[str, str], list[str]]:
    """The versions of what the program is built on, and what of it is missing."""
    found, absent = {}, []
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            absent.append(name)
    return found, absent


def _clock() -> Finding:
    zone = time.strftime("%Z")
    if is_synchronised():
        return good("clock", phrase("doctor-clock", zone=zone))
    told = phrase("doctor-clock-free", zone=zone)
    return note("clock", told, phrase("cure-synchronise"), "sudo timedatectl set-ntp true")


def look_at_disk(directory: Path) -> Iterator[Finding]:
    """The disk under the record."""
    place = next(path for path in (directory, *directory.parents) if path.exists())
    free = shutil.disk_usage(place).free
    told = phrase("doctor-disk", free=f"{free // 1_000_000:,}", place=str(place))
    if not os.access(place, os.W_OK):
        closed = phrase("doctor-disk-closed", place=str(place))
        yield bad("disk", closed, phrase("cure-writable"), f"ls -ld {place}")
    elif free < LOW_DISK_BYTES:
        yield bad("disk", told, phrase("cure-make-room"), f"sudo du -xh {place} | sort -h | tail")
    else:
        yield good("disk", told)
