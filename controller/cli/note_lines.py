"""How much of a record is vouched for, as lines of text."""

import time

from controller.record.journal import Journal
from controller.record.proving import unwitnessed


def window_lines(journal: Journal) -> list[str]:
    """What of the record no witness has seen, in rows and seconds; nothing if none is signed."""
    seen = unwitnessed(journal)
    if seen is None:
        return []
    last = journal.last_number
    if seen.seen_at_s is None:
        return [f"unwitnessed: all {grouped(last)} rows; see underfelt journal witness --help"]
    age = max(0, int(time.time()) - seen.seen_at_s)
    return [f"unwitnessed: the last {grouped(last - seen.size)} rows, {grouped(age)} s"]


def grouped(number: int) -> str:
    """A number in groups of three digits."""
    return f"{number:,}".replace(",", " ")
