"""Where the sockets are: a private directory of the table."""

from pathlib import Path

from controller.facts.failure import OperatorError

# sun_path holds 108 bytes with its final zero.
LONGEST_SOCKET_PATH = 107
SOCKETS = ("devices", "feed", "desk")


class SocketDirectoryError(OperatorError):
    """The directory cannot hold the table's sockets."""


def endpoint(directory: Path, socket: str) -> str:
    """Name a socket of the table; refuse a path the kernel would cut off."""
    path = directory / f"{socket}.sock"
    if len(str(path).encode()) > LONGEST_SOCKET_PATH:
        raise SocketDirectoryError(
            f"socket path {path} is longer than {LONGEST_SOCKET_PATH} bytes;"
            " choose a shorter directory with --run-dir"
        )
    return f"ipc://{path}"
