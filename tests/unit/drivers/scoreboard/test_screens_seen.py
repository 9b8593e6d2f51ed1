"""Which screens draw, and what is wrong with them."""

from config.words.reasons import in_english
from drivers.scoreboard.screens_seen import Drawn, ScreensSeen


def drawn(number: int, screen: str = "kiosk") -> Drawn:
    return Drawn(screen=screen, number=number, page="abc", paint_ms=4.25)


def told(seen: ScreensSeen, now: float) -> str:
    return in_english(seen.trouble(now) or "")


def living(number: int = 7) -> ScreensSeen:
    """A wall screen that has drawn at second 0."""
    seen = ScreensSeen(0.0)
    seen.changed(number, 0.0)
    seen.drew(drawn(number), 0.0)
    assert seen.trouble(0.0) == ""
    return seen


def test_the_first_draw_makes_the_scoreboard_ready() -> None:
    seen = ScreensSeen(0.0)
    seen.changed(7, 0.0)
    assert seen.trouble(1.0) is None
    seen.drew(drawn(7), 1.0)
    assert seen.trouble(1.0) == ""


def test_a_screen_that_falls_silent_makes_the_scoreboard_unavailable() -> None:
    seen = living()
    assert seen.trouble(15.0) == ""
    assert told(seen, 15.1) == "screen kiosk: has drawn nothing for 15 s; restart its browser"


def test_a_screen_that_lags_is_lost_although_it_speaks() -> None:
    seen = living(7)
    seen.changed(8, 1.0)
    for second in range(1, 12):
        seen.drew(drawn(7), float(second))
    assert seen.trouble(11.0) == ""
    assert "10 s old" in told(seen, 11.1)


def test_a_lost_screen_that_draws_again_is_ready_at_once() -> None:
    seen = living()
    assert seen.trouble(20.0)
    seen.drew(drawn(7), 21.0)
    assert seen.trouble(21.0) == ""


def test_a_lost_screen_that_draws_an_old_picture_is_still_lost() -> None:
    seen = living(7)
    seen.changed(8, 1.0)
    assert seen.trouble(20.0)
    seen.drew(drawn(7), 21.0)
    assert seen.trouble(21.0)


def test_the_scoreboard_stays_unavailable_while_any_screen_is_lost() -> None:
    seen = living()
    seen.drew(drawn(7, "payout"), 0.0)
    assert told(seen, 16.0).startswith("screen kiosk")
    seen.drew(drawn(7), 17.0)
    assert told(seen, 17.0).startswith("screen payout")
    seen.drew(drawn(7, "payout"), 18.0)
    assert seen.trouble(18.0) == ""


def test_a_page_closed_for_good_is_forgotten_but_the_wall_never_is() -> None:
    seen = living()
    seen.drew(drawn(7, "scorecard"), 0.0)
    seen.closed("scorecard", 1.0)
    seen.drew(drawn(7), 10.0)
    assert seen.trouble(16.0) == ""
    assert list(seen.health(16.0)) == ["kiosk"]
    seen.closed("kiosk", 16.0)
    assert told(seen, 26.0) == "screen kiosk: its page was closed; open it again"


def test_says_after_a_while_that_no_screen_shows_the_board() -> None:
    seen = ScreensSeen(0.0)
    assert seen.trouble(14.9) is None
    assert told(seen, 15.0).startswith("no screen shows the board; open its page")


def test_a_new_record_with_lower_numbers_is_followed() -> None:
    seen = living(900)
    seen.changed(3, 20.0)
    seen.drew(drawn(3), 20.0)
    assert seen.trouble(20.0) == ""


def test_the_best_page_of_a_screen_counts() -> None:
    seen = living(7)
    for second in range(1, 30):
        seen.changed(7 + second, float(second))
        seen.drew(drawn(7 + second), float(second))
        seen.drew(drawn(7), float(second))
        assert seen.trouble(float(second)) == ""


def test_health_names_every_screen_with_its_age() -> None:
    seen = living()
    seen.trouble(20.0)
    health = seen.health(20.0)["kiosk"]
    assert (health.number, health.page, health.drawn_ms_ago) == (7, "abc", 20_000)
    assert "restart its browser" in health.trouble


def test_a_stranger_that_invents_screens_costs_no_memory() -> None:
    seen = ScreensSeen(0.0)
    for number in range(1000):
        seen.drew(drawn(1, f"screen-{number}"), 0.0)
    assert len(seen.health(0.0)) == 32
