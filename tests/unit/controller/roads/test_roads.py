"""The five roads on shoes worked out by hand."""

import json

import pytest

from controller.roads.layout import Tail
from controller.roads.report import (
    MOST_HANDS,
    ShoeRoads,
    parse_outcome,
    parse_shoes,
    roads_of_shoes,
    shoe_roads,
)
from controller.roads.roads import Colour, Outcome, Roads, RoadsError, Winner


def shoe(text: str) -> list[Outcome]:
    return [parse_outcome(hand) for hand in text.split()]


def runs(*streaks: tuple[int, str]) -> str:
    return " ".join(side for length, side in streaks for _ in range(length))


def report(text: str, tail: Tail = Tail.STAY) -> ShoeRoads:
    return shoe_roads(Roads(tail, shoe(text)))


def colours(text: str) -> list[str]:
    letters = {"red": "R", "blue": "B"}
    found = report(text)
    roads = (found["big_eye_boy"], found["small_road"], found["cockroach_pig"])
    return ["".join(letters[cell["colour"]] for cell in road) for road in roads]


def big_cells(text: str, tail: Tail = Tail.STAY) -> list[tuple[int, int]]:
    return [(cell["column"], cell["row"]) for cell in report(text, tail)["big_road"]]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("B P P P B", ["BRB", "", ""]),
        ("B B P P B", ["RR", "", ""]),
        ("B P B", ["R", "", ""]),
        ("T T B P P", ["B", "", ""]),
        (runs((9, "B")) + " P B P B P", ["BRRR", "BRR", "BR"]),
        (runs((9, "B")) + " P B P B P B", ["BRRRR", "BRRR", "BRR"]),
        (runs((12, "B"), (2, "P"), (1, "B"), (2, "P")), ["RBBB", "BR", "R"]),
        (runs((9, "B"), (10, "P"), (1, "B"), (1, "P"), (1, "B")), ["RRRRRRRRBBBR", "BB", "B"]),
    ],
)
def test_derived_roads_match_the_worked_shoes(text: str, marks: list[str]) -> None:
    assert colours(text) == marks


def test_second_step_beyond_the_reference_is_red_again() -> None:
    assert colours("B P P P P")[0] == "BRR"


def test_leading_ties_are_held_then_counted_on_the_first_cell() -> None:
    assert report("T T")["big_road"] == []
    assert report("T T")["leading_ties"] == 2
    assert [cell["ties"] for cell in report("T B T T P T")["big_road"]] == [3, 1]


def test_tie_does_not_break_a_streak() -> None:
    assert Roads(outcomes=shoe("B T B T T P")).lengths == (2, 1)


def test_shoe_of_only_ties_shows_beads_and_nothing_else() -> None:
    found = report(runs((80, "T")))
    assert len(found["bead_plate"]) == 80
    assert found["leading_ties"] == 80
    assert found["big_road"] == []
    assert colours(runs((80, "T"))) == ["", "", ""]
    assert set(found["next"]["B"].values()) == {None}


def test_bead_plate_keeps_every_hand_in_six_rows() -> None:
    beads = report(runs((200, "B")))["bead_plate"]
    assert (beads[-1]["column"], beads[-1]["row"]) == (33, 1)
    assert len(beads) == 200


def test_eighteen_in_a_row_turn_at_the_sixth_row() -> None:
    down = [(0, row) for row in range(6)]
    right = [(column, 5) for column in range(1, 13)]
    assert big_cells(runs((18, "B"))) == down + right


NESTED = runs((9, "B"), (10, "P"), (1, "B"), (1, "P"), (1, "B"))


def test_staying_tail_keeps_its_row() -> None:
    assert big_cells(NESTED)[14:19] == [(2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]


def test_dropping_tail_goes_down_past_the_one_that_stopped_it() -> None:
    assert big_cells(NESTED, Tail.DROP)[14:19] == [(2, 4), (3, 4), (4, 4), (4, 5), (5, 5)]


@pytest.mark.parametrize("tail", list(Tail))
def test_new_streak_starts_beside_the_start_of_the_last_not_beside_its_tail(tail: Tail) -> None:
    assert big_cells(NESTED, tail)[19:] == [(2, 0), (3, 0), (4, 0)]


def test_start_skips_a_top_row_taken_by_a_tail() -> None:
    dragons = runs(*((20, "BP"[turn % 2]) for turn in range(6)), (1, "B"))
    top = [cell for cell in big_cells(dragons)[100:] if cell[1] == 0]
    assert top[:-1] == [(column, 0) for column in range(5, 25)]
    assert top[-1] == (25, 0)


def test_ask_names_the_mark_of_each_side() -> None:
    roads = Roads(outcomes=shoe("B B P P"))
    assert roads.ask(Winner.BANKER).big_eye_boy is Colour.RED
    assert roads.ask(Winner.PLAYER).big_eye_boy is Colour.BLUE
    assert roads.ask(Winner.BANKER).small_road is None
    assert set(roads.ask(Winner.TIE)) == {None}


def test_marks_of_a_won_hand_show_on_both_its_cells() -> None:
    found = report("Bnpb+dragon-7")
    for cell in (found["bead_plate"][0], found["big_road"][0]):
        assert cell["natural"]
        assert cell["player_pair"]
        assert cell["banker_pair"]
        assert cell["marks"] == ["dragon-7"]


def test_pair_on_a_tied_hand_shows_on_the_bead_plate_only() -> None:
    found = report("B Tp")
    assert found["bead_plate"][1]["player_pair"]
    assert not found["big_road"][0]["player_pair"]


def test_correcting_a_hand_gives_the_roads_of_the_corrected_shoe() -> None:
    roads = Roads(outcomes=shoe("T B B P P B T P"))
    roads.correct(3, parse_outcome("Pn"))
    assert roads == Roads(outcomes=shoe("T B Pn P P B T P"))


@pytest.mark.parametrize("number", [0, 3])
def test_correcting_a_hand_that_was_not_played_is_refused(number: int) -> None:
    roads = Roads(outcomes=shoe("B P"))
    with pytest.raises(RoadsError, match="name one from 1 to 2"):
        roads.correct(number, parse_outcome("B"))


def test_undo_of_an_empty_shoe_is_refused() -> None:
    with pytest.raises(RoadsError, match="no hand to undo"):
        Roads().undo()


def test_report_has_the_printed_shape() -> None:
    (found,) = roads_of_shoes([shoe("B P T P")])
    flags = {"natural": False, "player_pair": False, "banker_pair": False, "marks": []}
    assert found["big_road"][1] == {"column": 1, "row": 0, "winner": "P", "ties": 1, **flags}
    assert found["big_eye_boy"] == [{"column": 0, "row": 0, "colour": "blue"}]
    assert found["next"]["P"] == {"big_eye_boy": "red", "small_road": None, "cockroach_pig": None}
    assert found["next"]["B"] == {"big_eye_boy": "blue", "small_road": None, "cockroach_pig": None}


def test_flags_may_stand_in_any_order() -> None:
    assert parse_outcome("Pbn") == Outcome(Winner.PLAYER, natural=True, banker_pair=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[["B"], ["P", "X"]]', "shoe 2, hand 2: 'X' is not an outcome; use P, B or T with flags"),
        ('[["B", "b"]]', "shoe 1, hand 2: 'b' is not an outcome"),
        ('[["Bx"]]', "shoe 1, hand 1: 'Bx' is not an outcome"),
        ('[["B "]]', "shoe 1, hand 1: 'B ' is not an outcome"),
        ('[["Bnn"]]', "shoe 1, hand 1: 'Bnn' repeats a flag"),
        ('[["B+"]]', "shoe 1, hand 1: 'B\\+' is not an outcome"),
        ("[[7]]", "shoe 1, hand 1: 7 is not an outcome"),
        ("[[[]]]", "shoe 1, hand 1: an array is not an outcome"),
        ('["B"]', "shoe 1: 'B' is not an array of hands; write an array of shoes"),
        ("{}", "an object is not an array of shoes; write an array of shoes"),
        ("[[", "line 1, column 3: this is not JSON"),
        ("[" * 100_000, "the JSON holds more than shoes and hands"),
        (f"[[{'9' * 5000}]]", "the JSON holds more than shoes and hands"),
    ],
)
def test_bad_shoes_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(RoadsError, match=f"^{message}"):
        parse_shoes(text)


def test_empty_shoes_are_fine() -> None:
    assert [found["bead_plate"] for found in roads_of_shoes(parse_shoes("[[], []]"))] == [[], []]


def test_more_hands_than_a_room_deals_in_a_year_are_refused_at_once() -> None:
    shoes = json.dumps([["B"] * MOST_HANDS, ["P"]])
    with pytest.raises(RoadsError, match="100,001 hands are too many at once"):
        parse_shoes(shoes)


def test_roads_are_equal_to_roads_of_the_same_hands_and_to_nothing_else() -> None:
    roads = Roads(outcomes=shoe("B P T"))
    assert roads == Roads(outcomes=shoe("B P T"))
    assert roads != "B P T"
    assert roads.derived[0] != "B P T"
