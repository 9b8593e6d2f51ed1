"""Which screens draw, and what the record is told of it."""

from itertools import pairwise

from hypothesis import given, strategies as st

from controller.facts.events import DeviceConnected, DeviceLost, Event, ScreenDrawn, ScreenLost
from drivers.scoreboard.screens_seen import Drawn, ScreensSeen


def drawn(number: int, screen: str = "kiosk") -> Drawn:
    return Drawn(screen=screen, number=number, page="abc", paint_ms=4.25)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def living(number: int = 7) -> ScreensSeen:
    """A wall screen that has drawn at second 0 and was told of."""
    seen = ScreensSeen(0.0)
    seen.changed(number, 0.0)
    seen.drew(drawn(number), 0.0)
    assert kinds(seen.news(0.0)) == ["screen_drawn", "device_connected"]
    return seen


def test_the_first_draw_is_told_and_makes_the_scoreboard_ready() -> None:
    seen = ScreensSeen(0.0)
    seen.changed(7, 0.0)
    assert seen.news(1.0) == []
    seen.drew(drawn(7), 1.0)
    assert seen.news(1.0) == [
        ScreenDrawn(screen="kiosk", number=7, page="abc", paint_ms=4.2),
        DeviceConnected(device="scoreboard", device_kind="scoreboard", firmware="abc"),
    ]


def test_a_screen_is_told_again_only_after_ten_seconds_and_a_newer_picture() -> None:
    seen = living()
    seen.changed(8, 1.0)
    seen.drew(drawn(8), 1.0)
    assert seen.news(5.0) == []
    assert kinds(seen.news(10.0)) == ["screen_drawn"]
    seen.drew(drawn(9), 12.0)
    seen.drew(drawn(9), 24.0)
    assert seen.news(25.0) == []


def test_a_new_number_alone_is_no_newer_picture() -> None:
    # The row that tells of a draw has a number itself: it must not bring the next row.
    seen = living(7)
    for second in range(5, 100, 5):
        seen.drew(drawn(7 + second), float(second))
        assert seen.news(float(second)) == []


def test_a_screen_that_falls_silent_is_lost_once_and_makes_the_scoreboard_unavailable() -> None:
    seen = living()
    assert seen.news(15.0) == []
    reason = "has drawn nothing for 15 s; restart its browser"
    assert seen.news(15.1) == [
        ScreenLost(screen="kiosk", reason=reason),
        DeviceLost(device="scoreboard", reason=f"screen kiosk: {reason}"),
    ]
    assert seen.news(60.0) == []


def test_a_screen_that_lags_is_lost_although_it_speaks() -> None:
    seen = living(7)
    seen.changed(8, 1.0)
    for second in range(1, 12):
        seen.drew(drawn(7), float(second))
    assert seen.news(11.0) == []
    assert kinds(seen.news(11.1)) == ["screen_lost", "device_lost"]


def test_a_lost_screen_that_draws_again_is_ready_at_once() -> None:
    seen = living()
    seen.news(20.0)
    seen.drew(drawn(7), 21.0)
    assert kinds(seen.news(21.0)) == ["screen_drawn", "device_connected"]


def test_the_scoreboard_stays_unavailable_while_any_screen_is_lost() -> None:
    seen = living()
    seen.drew(drawn(7, "payout"), 0.0)
    seen.news(0.0)
    assert kinds(seen.news(16.0)) == ["screen_lost", "screen_lost", "device_lost"]
    seen.drew(drawn(7), 17.0)
    lost = [event for event in seen.news(17.0) if isinstance(event, DeviceLost)]
    assert [event.reason.partition(":")[0] for event in lost] == ["screen payout"]
    seen.drew(drawn(7, "payout"), 18.0)
    assert kinds(seen.news(18.0)) == ["screen_drawn", "device_connected"]


def test_a_page_closed_for_good_is_forgotten_but_the_wall_never_is() -> None:
    seen = living()
    seen.drew(drawn(7, "scorecard"), 0.0)
    seen.news(0.0)
    seen.closed("scorecard", 1.0)
    seen.drew(drawn(7), 10.0)
    assert seen.news(16.0) == [
        ScreenLost(screen="scorecard", reason="its page was closed; open it again")
    ]
    seen.closed("kiosk", 16.0)
    assert kinds(seen.news(26.0)) == ["screen_lost", "device_lost"]


def test_says_after_a_while_that_no_screen_shows_the_board() -> None:
    seen = ScreensSeen(0.0)
    assert seen.news(14.9) == []
    (lost,) = seen.news(15.0)
    assert isinstance(lost, DeviceLost)
    assert lost.reason.startswith("no screen shows the board; open its page")
    assert seen.news(30.0) == []


def test_tells_again_when_the_daemon_believes_something_else() -> None:
    seen = living()
    seen.daemon_says("its driver fell silent; restart the driver", 2.0)
    assert seen.news(2.0) == []
    seen.daemon_says("its driver fell silent; restart the driver", 4.0)
    assert kinds(seen.news(4.0)) == ["device_connected"]


def test_a_new_record_with_lower_numbers_is_followed() -> None:
    seen = living(900)
    seen.changed(3, 20.0)
    seen.drew(drawn(3), 20.0)
    assert seen.news(20.0) == [ScreenDrawn(screen="kiosk", number=3, page="abc", paint_ms=4.2)]


def test_the_best_page_of_a_screen_counts() -> None:
    seen = living(7)
    for second in range(1, 30):
        seen.changed(7 + second, float(second))
        seen.drew(drawn(7 + second), float(second))
        seen.drew(drawn(7), float(second))
        assert "screen_lost" not in kinds(seen.news(float(second)))


def test_health_names_every_screen_with_its_age() -> None:
    seen = living()
    seen.news(20.0)
    health = seen.health(20.0)["kiosk"]
    assert (health.number, health.page, health.drawn_ms_ago) == (7, "abc", 20_000)
    assert "restart its browser" in health.trouble


def test_a_stranger_that_invents_screens_costs_no_memory() -> None:
    seen = ScreensSeen(0.0)
    for number in range(1000):
        seen.drew(drawn(1, f"screen-{number}"), 0.0)
    assert len(seen.health(0.0)) == 32


steps = st.lists(
    st.tuples(
        st.sampled_from(["draw", "draw-old", "change", "close", "wait"]),
        st.sampled_from(["kiosk", "payout"]),
        st.floats(0, 8),
    ),
    max_size=80,
)


@given(steps)
def test_the_record_is_told_sparingly_and_in_turns(steps: list[tuple[str, str, float]]) -> None:
    seen, now, number = ScreensSeen(0.0), 0.0, 1
    told: dict[str, list[tuple[float, Event]]] = {"kiosk": [], "payout": []}
    seen.changed(number, now)
    for what, screen, wait in steps:
        now += wait
        if what == "change":
            number += 1
            seen.changed(number, now)
        elif what == "close":
            seen.closed(screen, now)
        elif what != "wait":
            seen.drew(drawn(number - (what == "draw-old"), screen), now)
        for event in seen.news(now):
            if isinstance(event, ScreenDrawn | ScreenLost):
                told[event.screen].append((now, event))
    for rows in told.values():
        for (before, first), (after, second) in pairwise(rows):
            if isinstance(first, ScreenDrawn) and isinstance(second, ScreenDrawn):
                assert after - before >= 10
                assert second.number > first.number
