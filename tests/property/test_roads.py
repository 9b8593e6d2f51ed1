"""Invariants of the roads, and a plain second reading of the rules to compare with."""

from hypothesis import given, strategies as st

from controller.roads.layout import ROWS, Tail
from controller.roads.report import shoe_roads
from controller.roads.roads import Colour, Outcome, Roads, Winner

P, B, T = Winner.PLAYER, Winner.BANKER, Winner.TIE
Cell = tuple[int, int]

tails = st.sampled_from(Tail)
flags = st.booleans()
streaks = st.tuples(st.sampled_from([P, B, T]), st.integers(1, 18))
streaky = st.lists(streaks, max_size=14).map(
    lambda parts: [winner for winner, length in parts for _ in range(length)]
)
winner_lists = st.lists(st.sampled_from([P, B, B, P, T]), max_size=200) | streaky
outcomes = st.builds(Outcome, st.sampled_from([P, B, T]), flags, flags, flags)
shoes = st.lists(outcomes, max_size=90) | streaky.map(
    lambda winners: [Outcome(winner) for winner in winners]
)


def roads_of(winners: list[Winner], tail: Tail = Tail.STAY) -> Roads:
    return Roads(tail, [Outcome(winner) for winner in winners])


def marks_of(roads: Roads) -> list[list[Colour]]:
    return [[mark for _, _, mark in trail] for trail in roads.derived]


def numbered(winners: list[Winner]) -> list[tuple[int, int]]:
    """Streak number and place in it, both from 1, of every won hand."""
    places: list[tuple[int, int]] = []
    before: Winner | None = None
    for winner in winners:
        if winner is T:
            continue
        streak, place = places[-1] if places else (0, 0)
        places.append((streak, place + 1) if winner is before else (streak + 1, 1))
        before = winner
    return places


def naive_marks(winners: list[Winner], k: int) -> list[Colour]:
    length = dict(numbered(winners))
    marks: list[Colour] = []
    for n, m in numbered(winners):
        if m == 1 and n - 1 - k >= 1:
            marks.append(Colour.RED if length[n - 1] == length[n - 1 - k] else Colour.BLUE)
        elif m > 1 and n - k >= 1:
            marks.append(Colour.BLUE if m == length[n - k] + 1 else Colour.RED)
    return marks


def naive_cells(marks: list[Winner] | list[Colour], tail: Tail) -> list[Cell]:
    taken: set[Cell] = set()
    cells: list[Cell] = []
    start, turned = -1, False
    for index, mark in enumerate(marks):
        if index == 0 or mark is not marks[index - 1]:
            start += 1
            while (start, 0) in taken:
                start += 1
            cell, turned = (start, 0), False
        else:
            column, row = cells[-1]
            below = (column, row + 1)
            blocked = row + 1 == ROWS or below in taken or (turned and tail is Tail.STAY)
            cell, turned = ((column + 1, row), True) if blocked else (below, turned)
        cells.append(cell)
        taken.add(cell)
    return cells


def naive_ties(winners: list[Winner]) -> list[int]:
    counts: list[int] = []
    held = 0
    for winner in winners:
        if winner is not T:
            counts.append(held)
            held = 0
        elif counts:
            counts[-1] += 1
        else:
            held += 1
    return counts


@given(winner_lists)
def test_derived_marks_equal_the_plain_reading(winners: list[Winner]) -> None:
    assert marks_of(roads_of(winners)) == [naive_marks(winners, k) for k in (1, 2, 3)]


@given(winner_lists, tails)
def test_every_road_lies_where_the_plain_reading_lays_it(winners: list[Winner], tail: Tail) -> None:
    roads = roads_of(winners, tail)
    won = [winner for winner in winners if winner is not T]
    assert [(column, row) for column, row, _, _ in roads.big_road] == naive_cells(won, tail)
    for trail, marks in zip(roads.derived, marks_of(roads), strict=True):
        assert [(column, row) for column, row, _ in trail] == naive_cells(marks, tail)


@given(winner_lists)
def test_tie_counts_equal_the_plain_reading(winners: list[Winner]) -> None:
    assert [stone.ties for stone in roads_of(winners).big_road] == naive_ties(winners)


@given(winner_lists)
def test_number_of_marks_follows_from_the_first_lengths(winners: list[Winner]) -> None:
    roads = roads_of(winners)
    won = sum(winner is not T for winner in winners)
    for k, trail in enumerate(roads.derived, start=1):
        begun = len(roads.lengths) > k
        assert len(trail) == (won - sum(roads.lengths[:k]) - 1 if begun else 0)


@given(winner_lists)
def test_ask_marks_of_both_sides_are_empty_or_opposite(winners: list[Winner]) -> None:
    roads = roads_of(winners)
    for player, banker in zip(roads.ask(P), roads.ask(B), strict=True):
        assert (player is None) == (banker is None)
        assert player is None or player is not banker


@given(winner_lists, st.sampled_from([P, B]))
def test_ask_tells_what_the_next_hand_then_adds(winners: list[Winner], side: Winner) -> None:
    roads = roads_of(winners)
    asked = roads.ask(side)
    before = marks_of(roads)
    roads.add(Outcome(side))
    for mark, old, new in zip(asked, before, marks_of(roads), strict=True):
        assert new == (old if mark is None else [*old, mark])


@given(winner_lists)
def test_swapping_the_sides_leaves_the_derived_roads(winners: list[Winner]) -> None:
    swapped = [{P: B, B: P, T: T}[winner] for winner in winners]
    assert roads_of(swapped).derived == roads_of(winners).derived


@given(winner_lists)
def test_ties_leave_the_derived_roads(winners: list[Winner]) -> None:
    without = [winner for winner in winners if winner is not T]
    assert roads_of(without).derived == roads_of(winners).derived


@given(shoes, tails, st.data())
def test_roads_of_a_prefix_are_a_prefix_of_the_roads(
    hands: list[Outcome], tail: Tail, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(hands)))
    part, whole = Roads(tail, hands[:cut]), Roads(tail, hands)
    assert list(part.bead_plate) == list(whole.bead_plate)[:cut]
    for some, every in zip(part.derived, whole.derived, strict=True):
        assert list(some) == list(every)[: len(some)]
    cells = [stone[:3] for stone in part.big_road]
    assert cells == [stone[:3] for stone in whole.big_road][: len(cells)]


@given(shoes, tails, st.data())
def test_undo_gives_back_exactly_what_was(
    hands: list[Outcome], tail: Tail, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(hands)))
    roads = Roads(tail, hands)
    undone = [roads.undo() for _ in hands[cut:]]
    assert undone == hands[cut:][::-1]
    assert roads == Roads(tail, hands[:cut])
    for hand in hands[cut:]:
        roads.add(hand)
    assert roads == Roads(tail, hands)


@given(shoes.filter(bool), outcomes, tails, st.data())
def test_correction_equals_the_corrected_shoe(
    hands: list[Outcome], corrected: Outcome, tail: Tail, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(hands)))
    roads = Roads(tail, hands)
    roads.correct(number, corrected)
    assert roads == Roads(tail, [*hands[: number - 1], corrected, *hands[number:]])


@given(winner_lists, tails)
def test_no_two_hands_share_a_cell(winners: list[Winner], tail: Tail) -> None:
    report = shoe_roads(roads_of(winners, tail))
    roads = (
        [(cell["column"], cell["row"]) for cell in report["bead_plate"]],
        [(cell["column"], cell["row"]) for cell in report["big_road"]],
        [(cell["column"], cell["row"]) for cell in report["big_eye_boy"]],
        [(cell["column"], cell["row"]) for cell in report["small_road"]],
        [(cell["column"], cell["row"]) for cell in report["cockroach_pig"]],
    )
    for cells in roads:
        assert len(set(cells)) == len(cells)
        assert all(0 <= row < ROWS for _, row in cells)
