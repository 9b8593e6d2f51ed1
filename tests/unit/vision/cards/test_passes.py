"""One physical card is one result, whatever its frames show."""

import pytest

from controller.facts.cards import Card
from vision.cards.hindrance import COVERED, GLARE
from vision.cards.passes import CardJoiner, CardPassed
from vision.cards.sighting import CardSighting, Kind

PERIOD_S = 1 / 60


def seen(word: str) -> CardSighting:
    """A sighting from a word: `As` a card, `.` nothing, `?` unreadable, else its kind."""
    kinds: dict[str, Kind] = {".": "empty", "?": "unreadable", "2": "two-cards", "cut": "cut-card"}
    kinds |= {"back": "back", "boxed": "boxed", "finger": "finger", "dirty": "dirty"}
    if word == "Jo":
        return CardSighting("joker", Card.JOKER, 1.0, "")
    if word in kinds:
        return CardSighting(kinds[word], None, 1.0, "")
    return CardSighting("card", Card(word), 1.0, "")


def joined(frames: str) -> list[CardPassed]:
    """What a joiner says to a row of frames."""
    joiner = CardJoiner()
    found = [joiner.add(seen(word), n * PERIOD_S) for n, word in enumerate(frames.split())]
    return [passed for passed in found if passed is not None]


def cards(frames: str) -> list[str]:
    return [str(passed.card or passed.kind) for passed in joined(frames)]


def test_two_agreeing_frames_are_a_card() -> None:
    (passed,) = joined(". As As . .")
    assert passed == CardPassed("card", Card.As, "", 2)


def test_one_frame_is_not_enough() -> None:
    (passed,) = joined(". As . .")
    assert (passed.kind, passed.card, passed.reason) == ("unread", None, "only 1 clear picture")


def test_a_card_is_reported_once_and_after_it_has_left() -> None:
    assert cards("As As As As") == []
    assert cards("As As As As . . . . .") == ["As"]


def test_two_equal_cards_in_a_row_are_two_cards() -> None:
    assert cards(". 9c 9c 9c . . 9c 9c . .") == ["9c", "9c"]


def test_unclear_frames_beside_clear_ones_do_no_harm() -> None:
    assert cards("? As ? As ? . .") == ["As"]


def test_frames_that_disagree_are_never_a_card() -> None:
    (passed,) = joined("As As As As Ks . .")
    assert (passed.kind, passed.card, passed.reason) == ("unread", None, "read as As and as Ks")


def test_a_change_of_face_over_a_glimpse_of_the_bed_is_the_next_card() -> None:
    assert cards("As As . Ks Ks . .") == ["As", "Ks"]


def test_the_same_face_after_a_glimpse_of_the_bed_is_left_to_people() -> None:
    (passed,) = joined("As As . As As . .")
    assert passed.kind == "unread"
    assert "two cards" in passed.reason


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        ("cut cut . .", ["cut-card"]),
        ("Jo Jo . .", ["Jo"]),
        ("back back boxed . .", ["boxed"]),
        ("As 2 2 As . .", ["two-cards"]),
        ("2 2 2 . .", ["two-cards"]),
        ("As As As 2 2 . .", ["As"]),
        ("As As As 2 2 2 . .", ["two-cards"]),
        ("As As 2 As . .", ["As"]),
        ("As 2 As . .", ["unread"]),
        ("cut cut As As . .", ["unread"]),
        ("back As As . .", ["unread"]),
        ("back As As As . .", ["As"]),
        ("back As As As back . .", ["unread"]),
        ("As As As Ks . .", ["unread"]),
        ("? ? ? . .", ["unread"]),
        ("finger finger . .", []),
        ("finger As As finger As . .", ["As"]),
        ("dirty dirty As As dirty dirty", ["As"]),
    ],
)
def test_everything_else_has_its_name(frames: str, expected: list[str]) -> None:
    assert cards(frames) == expected


def test_a_flash_is_no_card() -> None:
    assert cards(". . ? . . .") == []


def test_a_card_that_lies_in_the_window_is_one_card() -> None:
    joiner = CardJoiner()
    for frame in range(2):
        assert joiner.add(seen("7d"), frame * PERIOD_S) is None
    for frame in range(2, 600):
        joiner.wait(frame * PERIOD_S)
    assert joiner.add(seen("."), 10.0) is None
    passed = joiner.add(seen("."), 10.0 + PERIOD_S)
    assert passed is not None
    assert passed.card is Card.C7d


def test_missing_pictures_make_a_card_doubtful() -> None:
    joiner = CardJoiner()
    for t_s in (0.0, 0.02, 3.0, 3.02, 3.04):
        joiner.add(seen("7d"), t_s)
    joiner.add(seen("."), 3.06)
    passed = joiner.add(seen("."), 3.08)
    assert passed is not None
    assert (passed.kind, passed.card) == ("unread", None)


def test_a_lost_camera_leaves_a_card_nobody_read() -> None:
    joiner = CardJoiner()
    joiner.add(seen("As"), 0.0)
    joiner.add(seen("As"), 0.1)
    passed = joiner.flush("camera lost")
    assert passed == CardPassed("unread", None, "camera lost", 2)
    assert joiner.flush("camera lost") is None


def test_unclear_frames_before_a_mark_are_the_marks_own() -> None:
    joiner = CardJoiner()
    for number, word in enumerate(["?", "?", "2"]):
        joiner.add(seen(word), number * PERIOD_S)
    assert joiner.end_by_mark() is None
    for number, word in enumerate(["As", "As", "?"]):
        joiner.add(seen(word), 1 + number * PERIOD_S)
    passed = joiner.end_by_mark()
    assert passed is not None
    assert passed.card is Card.As


@pytest.mark.parametrize(
    ("reason", "obstacle"), [(COVERED, "covered"), (GLARE, "glare"), ("the readers disagree", None)]
)
def test_what_was_in_the_way_of_most_frames_is_told(reason: str, obstacle: str | None) -> None:
    joiner = CardJoiner()
    for number in range(4):
        joiner.add(CardSighting("unreadable", None, 0.0, reason), number * PERIOD_S)
    joiner.add(seen("."), 4 * PERIOD_S)
    passed = joiner.add(seen("."), 5 * PERIOD_S)
    assert passed is not None
    assert (passed.kind, passed.obstacle) == ("unread", obstacle)
    assert passed.reason == f"no clear picture: {reason}"
