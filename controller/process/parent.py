"""Ending with the parent process, so that a killed supervisor leaves nothing behind."""

import ctypes
import os
import signal
import sys
from collections.abc import Mapping
from typing import Final

PR_SET_PDEATHSIG: Final = 1
SUPERVISOR: Final = "UNDERFELT_SUPERVISOR"


def end_with_parent(environ: Mapping[str, str] = os.environ) -> None:
    """Ask the kernel for SIGTERM when the parent ends; nothing to ask elsewhere than on Linux."""
    if not sys.platform.startswith("linux"):
        return
    # A supervisor may be process 1 itself, as in a container: it says its number.
    parent = int(environ.get(SUPERVISOR, os.getppid()))
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    # The parent may have ended between the start of this process and the request.
    if os.getppid() != parent or (parent == 1 and SUPERVISOR not in environ):
        os.kill(os.getpid(), signal.SIGTERM)
