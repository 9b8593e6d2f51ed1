"""Pai gow tiles: what two tiles are worth, and how four are set the house way."""

import random
from itertools import combinations, pairwise

import pytest

from config.charts import tile_chart
from config.game import Game
from controller.facts.tiles import TILE_SET, Tile, is_full_set
from controller.families.catalogue import load_game
from controller.families.pai_gow_tiles.house_way import decide, set_by_chart, set_tiles_by
from controller.families.pai_gow_tiles.values import (
    NAMES,
    NOTHING,
    RANK,
    SetTiles,
    TileHand,
    hands_won,
    name_of,
    rank_tiles,
    splits,
)
from controller.hands.dealt import HandError
from controller.settlement.house_decision import HouseWayError


@pytest.fixture(scope="module")
def capitol() -> Game:
    return load_game("capitol/pai-gow-tiles")


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile(code) for code in text.split())


# The order of hands, best first; every line beats the next.
ORDER = (
    ["42 21"]
    + [
        f"{code} {code}"
        for code in ["66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51"]
    ]
    + ["63 54", "62 53", "52 43", "41 32"]
    + ["66 63", "11 54", "66 44", "11 62"]
    + ["11 43", "44 65", "63 64", "66 51", "66 31", "51 53", "31 51"]
)


def test_hands_rank_in_the_books_order() -> None:
    ranks = [rank_tiles(tiles(text)) for text in ORDER]
    for (better, worse), texts in zip(pairwise(ranks), pairwise(ORDER), strict=True):
        assert better > worse, texts


def test_a_set_has_sixteen_pairs_of_which_each_rank_makes_one() -> None:
    assert is_full_set(TILE_SET)
    pairs = [pair for pair in combinations(TILE_SET, 2) if RANK[pair[0]] == RANK[pair[1]]]
    assert sorted(RANK[one] for one, _ in pairs) == list(range(1, 17))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("44 54", 7),
        ("66 65", 3),
        ("55 64", 0),
        ("66 43", 9),
        ("51 63", 5),
        ("42 51", 9),
        ("21 61", 3),
    ],
)
def test_points_are_the_last_digit_of_all_spots(text: str, points: int) -> None:
    rank = rank_tiles(tiles(text))
    assert (rank.kind, rank.points) == (TileHand.POINTS, points)


def test_a_gee_joon_tile_keeps_its_spots_where_it_may_not_swap() -> None:
    assert rank_tiles(tiles("42 51"), swaps=False).points == 2
    assert rank_tiles(tiles("42 51"), swaps=True).points == 9


def test_equal_points_go_by_the_highest_tile() -> None:
    seven, other = rank_tiles(tiles("66 32")), rank_tiles(tiles("64 61"))
    assert (seven.points, other.points) == (7, 7)
    assert seven > other


def test_two_zeros_are_equal_whatever_the_tile() -> None:
    assert rank_tiles(tiles("66 53"), swaps=True).kind is TileHand.GONG
    assert rank_tiles(tiles("55 64")) == rank_tiles(tiles("61 21"), swaps=False) == NOTHING


@pytest.mark.parametrize(
    ("player", "won"),
    [
        ("44 44 / 51 21", 2),
        ("44 44 / 51 65", 1),
        ("55 55 / 66 33", 1),
        ("55 55 / 61 65", 0),
        ("31 33 / 65 64", 0),
    ],
)
def test_copies_go_to_the_bank(player: str, won: int) -> None:
    bank = SetTiles(tiles("55 55"), tiles("61 65"))
    high, low = (tiles(part) for part in player.split(" / "))
    assert hands_won(SetTiles(high, low), bank) == won


def test_four_tiles_are_set_in_three_ways_the_better_hand_high() -> None:
    ways = list(splits(tiles("66 63 53 51")))
    assert len(ways) == 3
    assert all(rank_tiles(way.high) >= rank_tiles(way.low) for way in ways)


@pytest.mark.parametrize(
    ("text", "message"), [("66 66 66 51", "66"), ("66 63", "2 tiles"), ("63 63 51 44", "63")]
)
def test_impossible_tiles_are_refused(text: str, message: str) -> None:
    with pytest.raises(HandError, match=message):
        list(splits(tiles(text)))


def test_every_hand_has_words() -> None:
    words = {name_of(rank_tiles(pair)) for pair in combinations(set(TILE_SET), 2)}
    words |= {name_of(rank_tiles((tile, tile))) for tile in TILE_SET if TILE_SET.count(tile) == 2}
    assert {"gee joon", "zero", "pair of teen", "pair of chop ng", "wong with day"} <= words


CASES = [
    ("66 66 63 54", "66 66", "two-pairs"),
    ("42 21 51 41", "51 21", "split-gee-joon"),
    ("42 21 51 33", "33 21", "split-gee-joon"),
    ("42 21 51 61", "42 21", "keep-the-pair"),
    ("42 21 31 41", "42 21", "keep-the-pair"),
    ("61 61 66 55", "61 66", "split-sevens"),
    ("61 61 66 44", "61 61", "keep-the-pair"),
    ("52 43 11 55", "52 11", "split-sevens"),
    ("61 61 55 64", "61 61", "keep-the-pair"),
    ("44 44 66 65", "44 66", "split-eights"),
    ("62 53 55 65", "62 65", "split-eights"),
    ("62 53 31 65", "62 53", "keep-the-pair"),
    ("63 54 66 55", "63 66", "split-nines"),
    ("63 54 66 65", "63 54", "keep-the-pair"),
    ("66 66 62 41", "66 62", "split-teen-day-for-the-low-hand"),
    ("11 11 63 65", "11 63", "teen-day-beside-nine-or-eleven"),
    ("66 66 61 31", "66 61", "split-teen-day-for-the-low-hand"),
    ("66 66 55 33", "66 66", "keep-the-pair"),
    ("31 31 66 63", "31 31", "never-split"),
    ("55 55 66 54", "55 55", "never-split"),
    ("65 65 66 44", "65 65", "never-split"),
    ("41 32 66 44", "41 32", "never-split"),
    ("66 63 55 51", "66 63", "wong"),
    ("66 53 55 51", "66 53", "gong"),
    ("65 64 51 22", "65 51", "nine-or-less"),
    ("33 51 22 64", "22 64", "largest-with-smallest"),
]


@pytest.mark.parametrize(("text", "high", "row"), CASES)
def test_sets_by_capitols_rows(capitol: Game, text: str, high: str, row: str) -> None:
    hand, decided = set_by_chart(capitol, tiles(text))
    assert (decided.id, sorted(_faces(hand.high))) == (row, sorted(_faces(tiles(high))))


def _faces(hand: tuple[Tile, ...]) -> list[str]:
    """Tiles of a mixed pair stand for one another."""
    return [NAMES[tile] for tile in hand]


def test_every_row_of_the_chart_decides_one_of_these_hands() -> None:
    assert {row for *_, row in CASES} == {row.id for row in tile_chart("capitol-tiles").row}


def test_the_order_of_the_tiles_does_not_change_the_setting(capitol: Game) -> None:
    rng = random.Random(4)
    for _ in range(1500):
        dealt = tuple(rng.sample(TILE_SET, 4))
        hand, row = set_by_chart(capitol, dealt)
        assert sorted((*hand.high, *hand.low)) == sorted(dealt)
        assert rank_tiles(hand.high) >= rank_tiles(hand.low)
        assert set_by_chart(capitol, dealt[::-1]) == (hand, row)


def test_house_way_names_its_row(capitol: Game) -> None:
    decided = decide(capitol, tiles("66 66 65 54"))
    assert decided.decision == "high 66 54, low 66 65"
    assert "002:783" in decided.text


def test_a_room_without_a_house_way_says_so() -> None:
    with pytest.raises(HouseWayError, match="prints no house way"):
        decide(load_game("oaks/pai-gow-tiles"), tiles("66 66 65 54"))


def test_a_chart_without_a_fitting_row_says_so() -> None:
    chart = tile_chart("capitol-tiles")
    short = chart.model_copy(update={"row": chart.row[:2]})
    with pytest.raises(HouseWayError, match="no row"):
        set_tiles_by(short, tiles("66 63 55 51"), swaps=True)
