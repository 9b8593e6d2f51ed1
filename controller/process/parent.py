"""Ending with the parent process, so that a killed supervisor leaves nothing behind."""

import ctypes
import os
import signal
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the parent ends; nothing to ask elsewhere than on Linux."""
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    # The parent may have ended between the start of this process and the request.
    if os.getppid() != parent or parent == 1:
        os.kill(os.getpid(), signal.SIGTERM)
