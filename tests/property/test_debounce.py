from itertools import pairwise

from hypothesis import given, strategies as st

from drivers.entry_pad.debounce import Edge, KeyState, Pad, Press, Times, debounce, is_quiet

MS = 0.001
TIMES = Times(debounce=8 * MS, long_press=600 * MS)
# Whole milliseconds plus a half: no edge falls on a deadline, where either answer is right.
LONG_MS = 600

bounces = st.lists(st.integers(1, 3), max_size=6).filter(lambda gaps: len(gaps) % 2 == 0)
holds = st.one_of(st.integers(20, LONG_MS - 60), st.integers(LONG_MS + 60, 2000))
presses = st.lists(
    st.tuples(st.sampled_from("ab"), bounces, holds, bounces, st.integers(20, 300)), max_size=6
)
noise = st.lists(st.tuples(st.integers(1, 40), st.sampled_from("abc"), st.booleans()), max_size=40)


def contact_edges(script: list[tuple[str, list[int], int, list[int], int]]) -> list[Edge]:
    """What a bad contact does while fingers press so: bounces at each change."""
    edges, now = [], 10_000
    for key, closing, hold, opening, rest in script:
        for is_down, gaps in ((True, closing), (False, opening)):
            edges.append(Edge(key, is_down, now * MS))
            for number, gap in enumerate(gaps):
                now += gap
                edges.append(Edge(key, is_down == (number % 2 == 1), now * MS))
            now += hold if is_down else rest
    return edges


def run(edges: list[Edge], looks: list[float], until: float) -> tuple[Pad, list[Press]]:
    """Debounce in pieces, looking at these moments."""
    pad: Pad = {}
    found: list[Press] = []
    for look in [*sorted(looks), until]:
        due = [edge for edge in edges if edge.at <= look]
        edges = edges[len(due) :]
        pad, presses_now = debounce(pad, due, look, TIMES)
        found += presses_now
    return pad, found


@given(presses)
def test_each_press_of_a_finger_is_told_once_with_its_length(
    script: list[tuple[str, list[int], int, list[int], int]],
) -> None:
    pad, found = run(contact_edges(script), [], 1000.0)
    wanted = [(key, hold > LONG_MS) for key, _, hold, _, _ in script]
    assert [(press.key, press.is_long) for press in found] == wanted
    assert is_quiet(pad)


@given(noise, st.lists(st.integers(0, 2000), max_size=20))
def test_the_answer_does_not_depend_on_when_one_looks(
    steps: list[tuple[int, str, bool]], looks: list[int]
) -> None:
    edges, now = [], 0
    for gap, key, is_down in steps:
        now += gap
        edges.append(Edge(key, is_down, (now + 0.5) * MS))
    _, at_once = run(edges, [], 10.0)
    _, in_pieces = run(edges, [look * MS for look in looks], 10.0)
    assert in_pieces == at_once


@given(noise)
def test_presses_come_in_order_and_never_faster_than_the_contact_settles(
    steps: list[tuple[int, str, bool]],
) -> None:
    edges, now = [], 0
    for gap, key, is_down in steps:
        now += gap
        edges.append(Edge(key, is_down, now * MS))
    _, found = run(edges, [], 10.0)
    assert [press.at for press in found] == sorted(press.at for press in found)
    for key in "abc":
        mine = [press.at for press in found if press.key == key]
        gaps = [later - earlier for earlier, later in pairwise(mine)]
        # One press is closed, held, opened: both changes must settle.
        assert all(gap >= 2 * TIMES.debounce - 1e-9 for gap in gaps)


@given(noise)
def test_the_given_pad_is_never_changed(steps: list[tuple[int, str, bool]]) -> None:
    pad: Pad = {"a": KeyState(contact=True, contact_since=0.0)}
    before = dict(pad)
    debounce(pad, [Edge(key, is_down, gap * MS) for gap, key, is_down in steps], 99.0, TIMES)
    assert pad == before
