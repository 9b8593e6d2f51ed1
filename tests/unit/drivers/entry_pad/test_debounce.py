from drivers.entry_pad.debounce import (
    NEVER,
    Edge,
    Pad,
    Press,
    Times,
    debounce,
    is_quiet,
    next_due,
)

TIMES = Times(debounce=0.01, long_press=0.6)


def play(*edges: tuple[float, bool], until: float) -> tuple[Pad, list[Press]]:
    pad, presses = debounce({}, [Edge("k", down, at) for at, down in edges], until, TIMES)
    return pad, list(presses)


def test_a_short_press_is_told_when_the_key_is_let_go() -> None:
    pad, presses = play((1.0, True), until=1.2)
    assert presses == []
    pad, later = debounce(pad, [Edge("k", False, 1.25)], 1.3, TIMES)
    assert [(press.key, press.is_long) for press in later] == [("k", False)]
    assert is_quiet(pad)


def test_a_long_press_is_told_while_the_key_is_held_and_once() -> None:
    pad, presses = play((1.0, True), until=1.7)
    assert presses == [Press("k", True, 1.6)]
    _, later = debounce(pad, [Edge("k", False, 3.0)], 4.0, TIMES)
    assert later == ()


def test_bounces_make_one_press() -> None:
    bouncing = [(1.0 + n * 0.002, n % 2 == 0) for n in range(5)]
    letting_go = [(1.2 + n * 0.002, n % 2 == 1) for n in range(5)]
    _, presses = play(*bouncing, *letting_go, until=2.0)
    assert [press.is_long for press in presses] == [False]


def test_a_spark_shorter_than_the_debounce_time_is_nothing() -> None:
    pad, presses = play((1.0, True), (1.004, False), until=2.0)
    assert presses == []
    assert is_quiet(pad)


def test_a_key_let_go_just_before_the_long_time_was_short() -> None:
    _, presses = play((1.0, True), (1.598, False), until=3.0)
    assert [press.is_long for press in presses] == [False]


def test_two_keys_at_once_are_two_presses_in_the_order_of_their_release() -> None:
    edges = [
        Edge("a", True, 1.0),
        Edge("b", True, 1.05),
        Edge("b", False, 1.1),
        Edge("a", False, 1.2),
    ]
    _, presses = debounce({}, edges, 2.0, TIMES)
    assert [press.key for press in presses] == ["b", "a"]


def test_says_when_to_look_again() -> None:
    assert next_due({}, TIMES) == NEVER
    pad, _ = play((1.0, True), until=1.001)
    assert next_due(pad, TIMES) == 1.01
    pad, _ = debounce(pad, [], 1.1, TIMES)
    assert next_due(pad, TIMES) == 1.6
