"""Which process speaks for each device: one at a time, the first that came."""

import os
from collections.abc import Callable


def is_running(process: int) -> bool:
    """Tell whether a process of this number lives on this machine."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class DriverPeers:
    """The peer of each device; another one is refused while the process of the first lives."""

    def __init__(self, is_running: Callable[[int], bool] = is_running) -> None:
        self._is_running = is_running
        self._senders: dict[str, bytes] = {}

    def admits(self, device: str, sender: bytes, seen: int | None = None) -> bool:
        """Tell whether a peer speaks for a device; the first one does, until it is gone.

        A peer names its process itself; where the kernel has `seen` another one, it is refused.
        """
        name, _, process = sender.decode(errors="replace").rpartition("/")
        if name != device or not process.isdecimal() or seen not in (None, int(process)):
            return False
        holder = self._senders.get(device)
        if holder not in (None, sender) and self._is_running(_process(holder)):
            return False
        self._senders[device] = sender
        return True

    def of(self, device: str) -> bytes | None:
        """The peer that speaks for a device, if one ever did."""
        return self._senders.get(device)

    def forget(self, device: str) -> None:
        """A driver fell silent: whoever speaks next speaks for the device."""
        self._senders.pop(device, None)


def _process(sender: bytes | None) -> int:
    return int((sender or b"").rpartition(b"/")[2])
