"""The service manager's end of sd_notify: which processes said that they are at work, and when."""

import socket
import struct
import threading
import time
from pathlib import Path

_CREDENTIALS = struct.Struct("3i")


class ReadyWords:
    """Listens on a notify socket until closed; a thread, so that no sender ever waits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ready: dict[int, float] = {}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.settimeout(0.2)
        self._socket.bind(str(path))
        self._is_closed = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def at(self, pid: int) -> float | None:
        """When a process said that it is at work, by the clock of the record."""
        return self._ready.get(pid)

    def close(self) -> None:
        self._is_closed = True
        self._thread.join()
        self._socket.close()

    def _listen(self) -> None:
        while not self._is_closed:
            try:
                word, ancillary, _, _ = self._socket.recvmsg(4096, socket.CMSG_SPACE(12))
            except TimeoutError:
                continue
            if word == b"READY=1":
                [(_, _, credentials)] = ancillary
                self._ready[_CREDENTIALS.unpack(credentials)[0]] = time.time()
