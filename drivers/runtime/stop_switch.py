"""A switch that ends a driver loop at once, from a signal handler or another thread."""

import os


class StopSwitch:
    """Becomes readable when thrown, so a loop that waits on descriptors wakes up."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()
        self.is_thrown = False

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._read_end

    def throw(self) -> None:
        """End the loop."""
        self.is_thrown = True
        os.write(self._write_end, b"\0")

    def close(self) -> None:
        """Free the descriptors."""
        os.close(self._read_end)
        os.close(self._write_end)
