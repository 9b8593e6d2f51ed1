"""Times as people write them, by the clock of this machine."""

from datetime import UTC, datetime, timedelta

import pytest

from controller.cli.moments import moment_ms
from controller.facts.failure import OperatorError

NOW = datetime(2026, 11, 18, 14, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "before"),
    [("2h", timedelta(hours=2)), ("90 m", timedelta(minutes=90)), ("1d", timedelta(days=1))],
)
def test_a_time_may_be_so_long_ago(text: str, before: timedelta) -> None:
    assert moment_ms(text, "--since", NOW) == (NOW - before).timestamp() * 1000


def test_an_hour_alone_is_of_today_and_a_day_alone_begins_at_midnight() -> None:
    here = datetime(2026, 11, 18, 14, 30).astimezone()
    nine = here.replace(hour=9, minute=5)
    assert moment_ms("9:05", "--since", here) == nine.timestamp() * 1000
    midnight = here.replace(hour=0, minute=0)
    assert moment_ms("2026-11-18", "--since", here) == midnight.timestamp() * 1000


def test_what_is_no_time_is_refused_under_its_option() -> None:
    with pytest.raises(OperatorError, match="--until 'soon' is no time"):
        moment_ms("soon", "--until", NOW)
