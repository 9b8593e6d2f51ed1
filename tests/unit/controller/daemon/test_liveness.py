"""Who is silent: judged by the time in which the daemon listened."""

from hypothesis import given, strategies as st

from controller.daemon.liveness import LONGEST_TURN_S, SILENT_AFTER_S, Liveness


def listen(liveness: Liveness, start: float, end: float, *speakers: str) -> list[str]:
    """Read the sockets in good time from one moment to another; these drivers speak each time."""
    silent: list[str] = []
    now = start
    while now < end:
        now = min(end, now + LONGEST_TURN_S)
        liveness.sockets_read(now)
        for device in speakers:
            liveness.heard(device)
        silent += liveness.fallen_silent()
    return silent


def test_a_silent_driver_is_named_once() -> None:
    liveness = Liveness(["shoe-1"], 10.0)
    assert listen(liveness, 10.0, 10.0 + SILENT_AFTER_S) == []
    assert listen(liveness, 10.0 + SILENT_AFTER_S, 30.0) == ["shoe-1"]


def test_any_word_from_a_driver_counts() -> None:
    liveness = Liveness(["shoe-1", "pad-1"], 0.0)
    assert listen(liveness, 0.0, 20.0, "shoe-1") == ["pad-1"]


def test_a_driver_that_comes_back_can_fall_silent_again() -> None:
    liveness = Liveness(["shoe-1"], 0.0)
    assert listen(liveness, 0.0, 10.0) == ["shoe-1"]
    assert listen(liveness, 10.0, 20.0, "shoe-1") == []
    assert listen(liveness, 20.0, 30.0) == ["shoe-1"]


def test_while_the_daemon_stands_still_nobody_is_silent() -> None:
    liveness = Liveness(["shoe-1"], 0.0)
    liveness.sockets_read(600.0)
    assert liveness.fallen_silent() == []
    assert listen(liveness, 600.0, 600.0 + SILENT_AFTER_S - LONGEST_TURN_S) == []
    assert listen(liveness, 600.0 + SILENT_AFTER_S, 620.0) == ["shoe-1"]


def test_a_driver_known_from_the_record_alone_is_unheard_until_it_speaks() -> None:
    liveness = Liveness(["shoe-1"], 0.0)
    assert liveness.is_unheard("shoe-1")
    assert not liveness.is_unheard("pad-1")
    liveness.heard("shoe-1")
    assert not liveness.is_unheard("shoe-1")


@given(st.lists(st.floats(0.01, 60.0), min_size=1, max_size=60))
def test_a_driver_that_speaks_in_every_turn_is_never_silent(turns: list[float]) -> None:
    now, liveness = 0.0, Liveness(["shoe-1"], 0.0)
    for turn in turns:
        now += turn
        liveness.sockets_read(now)
        liveness.heard("shoe-1")
        assert liveness.fallen_silent() == []
