"""How many files a process may open: libzmq ends a process that has none left."""

import resource
from typing import Final

from controller.facts.failure import OperatorError

# A crowd that arrives at once is there before it can be sent away: with 512 it ended the process.
FEWEST: Final = 4096
ENOUGH: Final = 65_536


def take_descriptors(limits: tuple[int, int] | None = None) -> int:
    """Take as many as are allowed, up to what is ever needed; refuse to start on too few."""
    _soft, hard = limits or resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if most < FEWEST:
        raise OperatorError(
            f"this process may open only {most} files and needs {FEWEST};"
            f" raise the limit: ulimit -Hn {ENOUGH}, or LimitNOFILE={ENOUGH} in its unit"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
