"""A stick on the virtual machine's USB: a folder of the host, to be read over there."""

import subprocess
from pathlib import Path
from typing import Final

from tests.virtual_pi.monitor import Monitor

# What a file system needs beside the files in it.
SPARE_MB: Final = 32
LONGEST_LABEL: Final = 16


class Stick:
    """One folder on one stick."""

    def __init__(self, folder: Path, image: Path) -> None:
        self._folder, self._image = folder, image
        self._label = folder.name[-LONGEST_LABEL:]
        self.is_plugged = False

    def make(self) -> None:
        """Fill it; the folder keeps its name on it."""
        if self._image.exists():
            return
        told = subprocess.run(["du", "-sm", self._folder], check=True, capture_output=True)
        size = int(told.stdout.split()[0]) * 5 // 4 + SPARE_MB
        top = self._image.with_suffix(".top")
        top.mkdir()
        subprocess.run(["cp", "-a", self._folder, top], check=True)
        words = ["mke2fs", "-q", "-t", "ext4", "-L", self._label, "-d", top, self._image]
        subprocess.run([*map(str, words), f"{size}M"], check=True)

    def plug(self, monitor: Monitor) -> None:
        """Put it into a port of a machine that runs."""
        file = {"driver": "file", "filename": str(self._image), "read-only": True}
        node = {"node-name": f"n-{self._label}", "read-only": True, "file": file}
        monitor.ask("blockdev-add", driver="raw", **node)
        name = f"stick-{self._label}"
        monitor.ask("device_add", driver="usb-storage", id=name, drive=node["node-name"])
        self.is_plugged = True

    @property
    def mount(self) -> str:
        """The command that opens it over there, once the kernel has found it."""
        place = f"/run/stick/{self._label}"
        opened = f"mkdir -p {place} && mount -o ro LABEL={self._label} {place}"
        return f"findmnt {place} >/dev/null || ({opened})"

    @property
    def place(self) -> str:
        """The folder over there."""
        return f"/run/stick/{self._label}/{self._folder.name}"
