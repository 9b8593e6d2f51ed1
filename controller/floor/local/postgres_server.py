"""A PostgreSQL of one's own: in a folder, on a unix socket that only its owner can reach."""

import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg

from controller.floor.parcel import FloorError

# Debian keeps them out of the path.
_DEBIAN: Final = Path("/usr/lib/postgresql")
# One that ends is seen at once; a busy machine is slow to begin.
_READY_S: Final = 120.0
_LOG: Final = "server.log"


def postgres_binary(name: str) -> Path | None:
    """A program of PostgreSQL, of the newest version there is."""
    found = shutil.which(name)
    if found:
        return Path(found)
    versions = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda file: int(file.parts[-3]))
    return versions[-1] if versions else None


class PostgresServer:
    """Started and stopped here; PostgreSQL refuses root, so root starts it as somebody else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._data = self.folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._user = _somebody()

    @property
    def url(self) -> str:
        """Its address."""
        return f"postgresql://floor@/postgres?host={quote(str(self.folder), safe='')}"

    def start(self) -> None:
        """Make the database if there is none, start the server, wait until it answers."""
        if not self._data.exists():
            self._make()
        log = (self.folder / _LOG).open("ab")
        with log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", self._data, "-k", self.folder, "-h", ""],
                stdout=log,
                stderr=log,
                user=self._user,
                # A stop by the terminal's Ctrl-C is ours to pass on, in our order.
                start_new_session=True,
            )
        self._await()

    def stop(self) -> None:
        """End it at once: what is committed is on the disk."""
        process, self._process = self._process, None
        if process is not None:
            # Its own word for an immediate end; a kill would leave its workers.
            process.send_signal(3)
            process.wait()

    def _own_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._user is not None:
            os.chown(self.folder, pwd.getpwnam(self._user).pw_uid, -1)

    def _make(self) -> None:
        self._own_folder()
        made = subprocess.run(
            [
                _program("initdb"),
                "-D",
                self._data,
                "-U",
                "floor",
                "-A",
                "trust",
                "-N",
                "-E",
                "UTF8",
            ],
            capture_output=True,
            user=self._user,
            cwd="/",
            check=False,
        )
        if made.returncode:
            said = made.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
            raise FloorError(
                f"floor: PostgreSQL makes no database ({said[-1]}); name another folder"
            )

    def _await(self) -> None:
        until = time.monotonic() + _READY_S
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if self._process is None or self._process.poll() is not None:
                    raise FloorError(f"floor: PostgreSQL ends; see {self.folder / _LOG}") from None
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)


def _program(name: str) -> Path:
    found = postgres_binary(name)
    if found is None:
        raise FloorError("floor: PostgreSQL is not installed; apt install postgresql")
    return found


def _somebody() -> str | None:
    """Whom root lends the server to."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
