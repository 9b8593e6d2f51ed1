"""When the shift in progress began, by the hours a table file names."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta


def shift_start(now: datetime, starts: Sequence[time]) -> datetime:
    """The latest of these times of day that is not after now."""
    days = (now.date() - timedelta(days=back) for back in (0, 1))
    moments = [datetime.combine(day, start, now.tzinfo) for day in days for start in starts]
    return max(moment for moment in moments if moment <= now)


def shift_start_ms(now: datetime, starts: Sequence[time]) -> int:
    """The same in milliseconds since 1970."""
    return round(shift_start(now, starts).timestamp() * 1000)
