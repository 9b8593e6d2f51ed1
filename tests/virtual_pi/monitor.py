"""QEMU's monitor: plug and unplug what hangs on the virtual machine's USB."""

import json
import socket
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 60.0


class MonitorError(Exception):
    """QEMU refused a command; the message is its own."""


class Monitor:
    """One conversation with a machine that runs."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")
        self._lines.readline()
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> object:
        """Give a command and wait for its answer; what happens meanwhile is passed over."""
        order = {"execute": command, "arguments": arguments}
        self._socket.sendall(json.dumps(order).encode() + b"\n")
        while True:
            told = self._told()
            if "return" in told:
                return told["return"]
            if "error" in told:
                raise MonitorError(f"{command}: {told['error']}")

    def await_event(self, name: str, within_s: float = PATIENCE_S) -> None:
        """Wait until something has happened."""
        self._socket.settimeout(within_s)
        try:
            while self._told().get("event") != name:
                pass
        finally:
            self._socket.settimeout(PATIENCE_S)

    def close(self) -> None:
        """End the conversation; the machine goes on."""
        self._lines.close()
        self._socket.close()

    def _told(self) -> dict[str, object]:
        line = self._lines.readline()
        if not line:
            raise MonitorError("the machine is gone")
        told: dict[str, object] = json.loads(line)
        return told
