"""The action button against the charts of the rule book."""

import pytest
from hypothesis import given, strategies as st

from config.game import Button
from controller.facts.cards import RANKS
from controller.families.catalogue import load_game
from controller.settlement.button import card_count, lap, place_button


def rule_of(game: str) -> Button:
    rule: Button | None = load_game(f"lucky-derby/{game}").button
    assert rule is not None
    return rule


THREE_CARD = rule_of("three-card-poker-6-card-bonus")
BACCARAT = rule_of("ez-baccarat-panda-8")
FORTUNE = rule_of("fortune-pai-gow-poker")

# One row a bank seat, one column a rank from ace to king.
EIGHT_SEATS = {
    1: (2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7),
    2: (1, 3, 4, 5, 6, 7, 8, 1, 3, 4, 5, 6, 7),
    3: (1, 2, 4, 5, 6, 7, 8, 1, 2, 4, 5, 6, 7),
    4: (1, 2, 3, 5, 6, 7, 8, 1, 2, 3, 5, 6, 7),
    5: (1, 2, 3, 4, 6, 7, 8, 1, 2, 3, 4, 6, 7),
    6: (1, 2, 3, 4, 5, 7, 8, 1, 2, 3, 4, 5, 7),
    7: (1, 2, 3, 4, 5, 6, 8, 1, 2, 3, 4, 5, 6),
    8: (1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6),
}
# Sum of three dice: seats clockwise from the bank to the first hand, and to the button.
FORTUNE_CHART = {
    3: (2, 2),
    4: (3, 3),
    5: (4, 4),
    6: (5, 5),
    7: (6, 6),
    8: (0, 1),
    9: (1, 1),
    10: (2, 2),
    11: (3, 3),
    12: (4, 4),
    13: (5, 5),
    14: (6, 6),
    15: (0, 1),
    16: (1, 1),
    17: (2, 2),
    18: (3, 3),
}
CAPITOL_LIKE = BACCARAT.model_copy(update={"values": {**BACCARAT.values, "J": 0, "Q": 0, "K": 0}})


def by_card(rule: Button, seats: int, bank: int, rank: str, *wagers: int) -> int | None:
    return place_button(rule, seats, bank, card_count(rule, rank), frozenset(wagers)).button


@pytest.mark.parametrize("bank", EIGHT_SEATS)
@pytest.mark.parametrize("rule", [THREE_CARD, BACCARAT], ids=["three-card", "baccarat"])
def test_eight_seats_follow_the_chart_for_every_rank(rule: Button, bank: int) -> None:
    assert tuple(by_card(rule, 8, bank, rank) for rank in RANKS) == EIGHT_SEATS[bank]


@pytest.mark.parametrize("bank", range(1, 15))
def test_fourteen_seats_give_each_rank_its_own_seat(bank: int) -> None:
    buttons = [by_card(BACCARAT, 14, bank, rank) for rank in RANKS]
    assert buttons == [seat for seat in range(1, 15) if seat != bank]


@pytest.mark.parametrize("bank", range(1, 8))
@pytest.mark.parametrize("points", FORTUNE_CHART)
def test_dice_follow_the_chart_for_every_bank(points: int, bank: int) -> None:
    first, button = ((bank - 1 + offset) % 7 + 1 for offset in FORTUNE_CHART[points])
    placed = place_button(FORTUNE, 7, bank, points)
    assert (placed.first_hand, placed.button) == (first, button)


@pytest.mark.parametrize("points", [8, 15])
def test_a_count_on_the_bank_gives_it_the_first_hand_and_its_left_the_button(points: int) -> None:
    placed = place_button(FORTUNE, 7, 5, points)
    assert (placed.counted_seat, placed.first_hand, placed.button) == (5, 5, 6)


def test_card_games_have_no_first_hand() -> None:
    assert place_button(THREE_CARD, 8, 3, 11).first_hand is None


def test_a_seat_without_a_wager_passes_the_button_on_clockwise() -> None:
    placed = place_button(THREE_CARD, 8, 3, 11, frozenset({2, 7}))
    assert (placed.counted_seat, placed.button) == (5, 7)


def test_moving_on_goes_round_the_table_and_over_the_bank() -> None:
    assert by_card(THREE_CARD, 8, 1, "7", 2, 3) == 2


def test_the_first_hand_stays_where_the_dice_led_when_the_button_moves_on() -> None:
    placed = place_button(FORTUNE, 7, 5, 12, frozenset({4}))
    assert (placed.first_hand, placed.button) == (2, 4)


def test_wagers_at_no_other_seat_leave_the_button_at_the_counted_seat() -> None:
    placed = place_button(THREE_CARD, 8, 3, 2, frozenset({3}))
    assert (placed.button, placed.readings) == (2, ())


@pytest.mark.parametrize(
    ("count", "wagers", "readings"),
    [
        (7, (), ()),
        (8, (), ("count-wraps",)),
        (7, (8,), ()),
        (7, (1,), ("empty-seat-moves-on",)),
        (9, (1,), ("count-wraps", "empty-seat-moves-on")),
    ],
)
def test_readings_are_named_only_when_they_decided(
    count: int, wagers: tuple[int, ...], readings: tuple[str, ...]
) -> None:
    assert place_button(THREE_CARD, 8, 3, count, frozenset(wagers)).readings == readings


@pytest.mark.parametrize("rank", ["J", "Q", "K", "Jo"])
def test_a_value_that_names_no_seat_places_no_button(rank: str) -> None:
    placed = place_button(CAPITOL_LIKE, 8, 3, card_count(CAPITOL_LIKE, rank), frozenset({1}))
    assert (placed.counted_seat, placed.first_hand, placed.button) == (None, None, None)
    assert placed.lap == (1, 2, 4, 5, 6, 7, 8)


@pytest.mark.parametrize(
    ("first", "direction", "order"),
    [
        ("house-left", "clockwise", (1, 2, 4, 5)),
        ("house-left", "counter-clockwise", (5, 4, 2, 1)),
        ("bank-left", "clockwise", (4, 5, 1, 2)),
        ("bank-left", "counter-clockwise", (2, 1, 5, 4)),
        ("bank", "clockwise", (4, 5, 1, 2)),
    ],
)
def test_the_count_starts_where_the_book_says(
    first: str, direction: str, order: tuple[int, ...]
) -> None:
    rule = BACCARAT.model_copy(update={"first": first, "direction": direction})
    assert lap(rule, 5, 3) == order


rules = st.builds(
    lambda first, direction, counted, by: BACCARAT.model_copy(
        update={
            "first": first,
            "direction": direction,
            "bank_counted": counted,
            "decided_by": by,
        }
    ),
    st.sampled_from(["house-left", "bank-left", "bank"]),
    st.sampled_from(["clockwise", "counter-clockwise"]),
    st.booleans(),
    st.sampled_from(["card", "dice"]),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Button, int, int, int, frozenset[int]]:
    seats = draw(st.integers(2, 14))
    bank = draw(st.integers(1, seats))
    wagers = draw(st.frozensets(st.integers(1, seats)))
    return draw(rules), seats, bank, draw(st.integers(1, 30)), wagers


@given(tables())
def test_the_button_is_never_at_the_bank(
    table: tuple[Button, int, int, int, frozenset[int]],
) -> None:
    rule, seats, bank, count, wagers = table
    placed = place_button(rule, seats, bank, count, wagers)
    assert placed.button is not None
    assert placed.button != bank
    assert 1 <= placed.button <= seats


@given(tables())
def test_the_button_is_at_a_wager_when_any_other_seat_has_one(
    table: tuple[Button, int, int, int, frozenset[int]],
) -> None:
    rule, seats, bank, count, wagers = table
    betting = wagers - {bank}
    if betting:
        assert place_button(rule, seats, bank, count, wagers).button in betting


@given(tables())
def test_the_lap_counts_every_seat_once_and_the_bank_only_if_counted(
    table: tuple[Button, int, int, int, frozenset[int]],
) -> None:
    rule, seats, bank, _count, _wagers = table
    expected = set(range(1, seats + 1)) - (set() if rule.bank_counted else {bank})
    assert sorted(lap(rule, seats, bank)) == sorted(expected)


@given(tables(), st.integers(1, 13))
def test_turning_the_table_turns_a_count_that_starts_at_the_bank(
    table: tuple[Button, int, int, int, frozenset[int]], turn: int
) -> None:
    rule, seats, bank, count, wagers = table
    if rule.first == "house-left":
        return

    def turned(seat: int | None) -> int:
        assert seat is not None
        return (seat - 1 + turn) % seats + 1

    plain = place_button(rule, seats, bank, count, wagers)
    moved = place_button(rule, seats, turned(bank), count, frozenset(map(turned, wagers)))
    assert moved.button == turned(plain.button)
    assert moved.counted_seat == turned(plain.counted_seat)
