"""Months, by which the tables of the database are parted."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

DAY_MS: Final = 86_400_000
_LAST_DAY: Final = (datetime(9999, 12, 31, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).days


def month_of(at_ms: int) -> int:
    """The month of a time, as 202611; a clock that is far off is in the first or the last one."""
    return _month_of_day(min(max(at_ms // DAY_MS, 0), _LAST_DAY))


@lru_cache(maxsize=4096)
def _month_of_day(day: int) -> int:
    at = datetime.fromtimestamp(day * DAY_MS / 1000, UTC)
    return at.year * 100 + at.month
