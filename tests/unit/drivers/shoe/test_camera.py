"""The shoe's watch: cards, marks, dirt and a lost camera, each told once and in order."""

import numpy as np

from controller.facts.cards import Card
from drivers.camera.finding import Finding
from drivers.shoe.camera import DIRTY_GLASS, NO_WINDOW, ShoeWatch
from vision.cards.geometry import DEFAULT, WindowGeometry
from vision.cards.hindrance import COVERED
from vision.cards.sighting import CardSighting, Kind
from vision.marks.stripes import Mark, draw_mark
from vision.picture.frame import Frame
from vision.sources.shot import Shot

BED = np.full((320, 240, 3), 20, np.uint8)
PERIOD_S = 1 / 60


class Script:
    """A reader that says what the test tells it to: the watch is on trial, not the reading."""

    def __init__(self) -> None:
        self.says = CardSighting("empty", None, 1.0, "")
        self.reads = 0

    def read(self, frame: Frame) -> CardSighting:
        del frame
        self.reads += 1
        return self.says


class Window:
    """A watch and what stands before it."""

    def __init__(self, geometry: WindowGeometry = DEFAULT) -> None:
        self.reader = Script()
        self.watch = ShoeWatch(self.reader, geometry)
        self._t_s = 0.0
        self._shade = 60

    def look(self, frame: Frame, times: int = 1) -> list[Finding]:
        found = []
        for _ in range(times):
            self._t_s += PERIOD_S
            found += self.watch.look(Shot(frame, self._t_s))
        return found

    def nothing(self, times: int = 3, kind: Kind = "empty") -> list[Finding]:
        self.reader.says = CardSighting(kind, None, 1.0, "")
        return self.look(BED, times)

    def card(self, card: Card, frames: int = 4) -> list[Finding]:
        """A card slides by: every frame differs from the one before."""
        self.reader.says = CardSighting("card", card, 1.0, "")
        found = []
        for _ in range(frames):
            self._shade = 255 - self._shade
            found += self.look(np.full((320, 240, 3), self._shade, np.uint8))
        return found + self.nothing()

    def mark(self, mark: Mark) -> list[Finding]:
        self.reader.says = CardSighting("unreadable", None, 0.0, "stripes")
        return self.look(draw_mark(mark, 240, 320, 8.0), 3)


def words(findings: list[Finding]) -> list[str]:
    return [" ".join([f.message.name, *map(str, f.message.fields.values())]) for f in findings]


def test_each_card_is_told_once_with_the_pictures_that_decided() -> None:
    window = Window()
    found = window.card(Card.As) + window.card(Card.As)
    assert words(found) == ["card_drawn As", "card_drawn As"]
    assert [len(finding.crops) for finding in found] == [3, 3]


def test_marks_are_events_and_never_cards() -> None:
    window = Window()
    assert words(window.mark(6) + window.nothing()) == ["shoe_loaded 6"]
    assert words(window.mark("lid-open")) == ["shoe_lid_opened"]
    assert words(window.mark("lid-open")) == []
    assert words(window.nothing()) == ["shoe_lid_closed"]


def test_half_a_mark_on_its_way_in_and_out_is_no_card() -> None:
    window = Window()
    half = draw_mark(8, 240, 320, 8.0)
    half[:160] = 20
    window.reader.says = CardSighting("unreadable", None, 0.0, "stripes")
    found = window.look(half, 2) + window.mark(8)
    window.reader.says = CardSighting("unreadable", None, 0.0, "stripes")
    found += window.look(half, 2) + window.nothing()
    assert words(found) == ["shoe_loaded 8"]


def test_the_shoe_is_empty_once_and_only_after_cards() -> None:
    window = Window()
    assert words(window.mark("shoe-empty") + window.nothing()) == []
    window.mark(1)
    window.nothing()
    assert words(window.card(Card.C9c)) == ["card_drawn 9c"]
    assert words(window.mark("shoe-empty") + window.mark("shoe-empty")) == ["shoe_emptied"]


def test_a_card_right_after_a_mark_is_not_missed() -> None:
    window = Window()
    assert words(window.mark(8) + window.card(Card.C9c)) == ["shoe_loaded 8", "card_drawn 9c"]


def test_a_hand_over_a_card_is_told_as_such() -> None:
    window = Window()
    window.reader.says = CardSighting("unreadable", None, 0.0, COVERED)
    found = window.look(np.full((320, 240, 3), 200, np.uint8), 3) + window.nothing()
    assert words(found) == ["card_unreadable covered"]
    assert COVERED in found[0].reason


def test_one_copy_too_many_is_nobodys_card() -> None:
    window = Window()
    window.mark(1)
    window.nothing()
    assert words(window.card(Card.As)) == ["card_drawn As"]
    (second,) = window.card(Card.As)
    assert words([second]) == ["card_unreadable unread"]
    assert second.reason == "As was read 2 times; 1-deck shoe"


def test_an_idle_window_is_hardly_looked_at() -> None:
    window = Window()
    window.nothing(500)
    assert window.reader.reads < 10


def test_dirt_that_stays_asks_for_cleaning_until_it_is_gone() -> None:
    window = Window()
    window.nothing(60, "dirty")
    assert window.watch.notice == ""
    window.nothing(90, "dirty")
    assert window.watch.notice == DIRTY_GLASS
    window.card(Card.C9c)
    assert window.watch.notice == ""


def test_a_card_in_the_window_of_a_lost_camera_is_nobodys_card() -> None:
    window = Window()
    window.reader.says = CardSighting("card", Card.As, 1.0, "")
    window.look(np.full((320, 240, 3), 200, np.uint8), 3)
    assert words(window.watch.lost("camera lost")) == ["card_unreadable unread"]
    assert words(window.watch.lost("camera lost")) == []


def test_a_picture_without_the_window_asks_for_calibration() -> None:
    window = Window(WindowGeometry(left_px=600))
    assert window.look(BED, 3) == []
    assert window.watch.notice == NO_WINDOW
