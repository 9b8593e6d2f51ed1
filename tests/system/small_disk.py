"""A file system of its own under a table's record, small enough to be filled to the last byte."""

import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

SIZE_MB = 48
# Large pieces first, then what is left.
PIECES = (1 << 20, 1 << 12, 1)
NO_MOUNT = "needs root and the right to mount a file system"


class SmallDisk:
    """A mounted tmpfs; ballast fills it, and is taken out again."""

    def __init__(self, folder: Path, size_mb: int = SIZE_MB) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        folder.mkdir(exist_ok=True)
        options = f"size={size_mb}m,mode=0700"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    def fill(self) -> None:
        """Leave no byte free."""
        with self._ballast.open("ab", buffering=0) as ballast:
            for piece in PIECES:
                with suppress(OSError):
                    while ballast.write(bytes(piece)):
                        pass

    def free(self) -> None:
        """Take the ballast out."""
        self._ballast.unlink()

    def close(self) -> None:
        """Unmount it, also under somebody who still looks."""
        subprocess.run(["umount", "-l", str(self.folder)], check=True, capture_output=True)


def can_mount() -> bool:
    """Whether this machine lets us mount."""
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory(prefix="uf-") as folder:
        try:
            SmallDisk(Path(folder), 1).close()
        except (OSError, subprocess.CalledProcessError):
            return False
    return True
