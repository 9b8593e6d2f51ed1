"""Times as people write and read them: of this machine's clock, with the name of its zone."""

import re
from datetime import datetime, timedelta
from typing import Final

import click

from controller.facts.failure import OperatorError

_AGO: Final = re.compile(r"(\d{1,5})\s*(s|m|h|d)")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def moment_ms(text: str, option: str, now: datetime | None = None) -> int:
    """A moment in milliseconds: `14:30`, `2026-11-18 14:30`, or `2h` for two hours ago."""
    here = now or datetime.now().astimezone()
    try:
        return round(_moment(text.strip(), here).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise OperatorError(
            f"{option} {text!r} is no time; write 14:30, 2026-11-18, 2026-11-18 14:30, or 2h for"
            " two hours ago"
        ) from None


def _moment(text: str, here: datetime) -> datetime:
    ago = _AGO.fullmatch(text)
    if ago is not None:
        return here - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    if re.fullmatch(r"\d{1,2}:\d{2}(:\d{2})?", text):
        text = f"{here:%Y-%m-%d} {text.zfill(5)}"
    given = datetime.fromisoformat(text)
    return given.astimezone() if given.tzinfo is None else given


def local_time(at_ms: int) -> str:
    """A moment of the record by this machine's clock, to the millisecond, with its zone."""
    try:
        moment = datetime.fromtimestamp(at_ms // 1000).astimezone()
    except (ValueError, OverflowError, OSError):
        return f"{at_ms} ms"
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{at_ms % 1000:03d} {moment.tzname()}"


since_option = click.option(
    "--since", metavar="TIME", help="From then on: 14:30, 2026-11-18, or 2h for two hours ago."
)
until_option = click.option("--until", metavar="TIME", help="Up to then.")
