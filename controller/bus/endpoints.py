"""Where the sockets are: a directory of the table, and a group for each kind of peer."""

from pathlib import Path
from typing import Final

from controller.facts.failure import OperatorError

# sun_path holds 108 bytes with its final zero.
LONGEST_SOCKET_PATH: Final = 107
# Who may connect: the members of this group, where the machine has it; else the daemon's own.
GROUPS: Final = {
    "devices": "underfelt-devices",
    "screens": "underfelt-screens",
    "feed": "underfelt-screens",
    "answers": "underfelt-screens",
    "guarded": "underfelt-surveillance",
    "guarded-answers": "underfelt-surveillance",
    "desk": "underfelt-staff",
}
SOCKETS: Final = tuple(GROUPS)


class SocketDirectoryError(OperatorError):
    """The directory cannot hold the table's sockets."""


def socket_path(directory: Path, socket: str) -> Path:
    """The file of a socket; refuse a path the kernel would cut off."""
    path = directory / f"{socket}.sock"
    if len(str(path).encode()) > LONGEST_SOCKET_PATH:
        raise SocketDirectoryError(
            f"socket path {path} is longer than {LONGEST_SOCKET_PATH} bytes;"
            " choose a shorter directory with --run-dir"
        )
    return path


def endpoint(directory: Path, socket: str) -> str:
    """Name a socket of the table."""
    return f"ipc://{socket_path(directory, socket)}"
