"""The processor, which a process shares with threads of its own that have something to send."""

import os


def give_way() -> None:
    """Let those run who wait for this very processor: what was just sent goes out now."""
    os.sched_yield()
