"""Files and folders of the sockets: whose they are, and who else may use them."""

import grp
import logging
import os
import stat
from pathlib import Path
from typing import Final

from controller.bus.endpoints import GROUPS, SocketDirectoryError

SOCKET_MODE: Final = 0o660
# Tools look for a running table here; what anybody may do with it is each socket's permission.
DIRECTORY_MODE: Final = 0o755
OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH

_log = logging.getLogger(__name__)


def own_directory(directory: Path) -> None:
    """Make the directory, or take back one of ours that others could write to."""
    if not directory.exists():
        directory.mkdir(parents=True, exist_ok=True)
        # Whatever the umask of a service leaves of it.
        directory.chmod(DIRECTORY_MODE)
    found = directory.stat()
    if not found.st_mode & OTHERS_WRITE:
        return
    try:
        directory.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS_WRITE)
    except OSError:
        raise SocketDirectoryError(
            f"{directory} may be written by others and belongs to user {found.st_uid};"
            f" chmod go-w {directory}, or choose another with --run-dir"
        ) from None


def give_to_group(path: Path, socket: str) -> None:
    """Let the group of this kind of peer connect, where this machine and process have it."""
    path.chmod(SOCKET_MODE)
    try:
        os.chown(path, -1, grp.getgrnam(GROUPS[socket]).gr_gid)
    except KeyError:
        # A machine without our groups: all processes of the table are one user's.
        return
    except OSError as error:
        _log.info("%s stays with its owner's group: %s", path, error.strerror)
