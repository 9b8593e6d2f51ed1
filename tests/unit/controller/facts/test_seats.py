import pytest

from controller.facts.seats import Direction, around, first_with_wager, next_seat


@pytest.mark.parametrize(
    ("seat", "direction", "neighbour"),
    [
        (3, "clockwise", 4),
        (8, "clockwise", 1),
        (3, "counter-clockwise", 2),
        (1, "counter-clockwise", 8),
    ],
)
def test_the_neighbour_goes_round_the_table(
    seat: int, direction: Direction, neighbour: int
) -> None:
    assert next_seat(seat, 8, direction) == neighbour


def test_around_lists_every_seat_once_from_the_first() -> None:
    assert around(6, 8) == (6, 7, 8, 1, 2, 3, 4, 5)
    assert around(2, 7, "counter-clockwise") == (2, 1, 7, 6, 5, 4, 3)


def test_the_first_seat_with_a_wager_is_the_first_in_the_order_not_the_lowest() -> None:
    assert first_with_wager((6, 7, 1, 2), frozenset({1, 7})) == 7


def test_no_seat_of_the_order_has_a_wager() -> None:
    assert first_with_wager((6, 7), frozenset({1})) is None
