"""The cup's watch: what the lid does is told apart, and the dice are read once."""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from drivers.dice_cup.camera import CupWatch
from drivers.dice_cup.camera_motion import LidTrail
from drivers.wire.codec import WireMessage
from vision.dice.sighting import DiceSighting
from vision.emulation.dice.stage import CupStage
from vision.marks.bullseye import Bullseye
from vision.picture.frame import Frame
from vision.sources.shot import Shot

THREE = DiceSighting((2, 4, 6), 12, 1.0, "")
NO_DICE = DiceSighting(None, None, 0.0, "no dice")


def squares(dice: tuple[int, ...], spoilt: str | None, rng: np.random.Generator) -> Frame:
    """Dice for a reader that does not look: where they lie is all that matters."""
    del spoilt, rng
    felt = np.full((480, 480, 3), (40, 110, 50), np.uint8)
    for place, _ in enumerate(dice):
        felt[200:260, 100 + 90 * place : 160 + 90 * place] = 235
    return felt


class Script:
    """A reader that says what the test tells it to: the watch is on trial, not the reading."""

    def __init__(self) -> None:
        self.says = THREE
        self.reads = 0

    def read(self, frame: Frame) -> DiceSighting:
        del frame
        self.reads += 1
        return self.says


class Cup:
    """A stage before a watch, in the stage's own time."""

    def __init__(self) -> None:
        self.stage = CupStage([3], squares)
        self.reader = Script()
        self.watch = CupWatch(self.reader)
        self._t_s = 0.0
        self.rest(10)

    def show(self, frames: Iterator[Frame]) -> list[WireMessage]:
        found = []
        for frame in frames:
            self._t_s += self.stage.period_s
            found += self.watch.look(Shot(frame, self._t_s))
        return [finding.message for finding in found]

    def rest(self, frames: int) -> list[WireMessage]:
        return self.show(self.stage.rest() for _ in range(frames))


def names(messages: list[WireMessage]) -> list[str]:
    return [message.name for message in messages]


def test_a_throw_is_told_once_and_in_order() -> None:
    cup = Cup()
    assert names(cup.show(cup.stage.shake(1.0))) == ["shake_started", "shake_ended"]
    found = cup.show(cup.stage.open((2, 4, 6)))
    assert names(found) == ["cup_opened", "dice_read"]
    assert found[1].fields["dice"] == (2, 4, 6)
    assert names(cup.rest(100)) == []
    assert names(cup.show(cup.stage.close())) == ["cup_closed"]


def test_an_open_cup_that_was_read_is_not_read_again() -> None:
    cup = Cup()
    cup.show(cup.stage.open((2, 4, 6)))
    before = cup.reader.reads
    cup.rest(200)
    assert cup.reader.reads == before


def test_lifting_the_lid_is_no_shake() -> None:
    cup = Cup()
    for _ in range(3):
        assert "shake_started" not in names(cup.show(cup.stage.open((2, 4, 6))))
        assert names(cup.show(cup.stage.close())) == ["cup_closed"]


def test_dice_that_stay_unreadable_are_reported_with_the_reason() -> None:
    cup = Cup()
    cup.reader.says = DiceSighting(None, None, 0.0, "four")
    found = cup.show(cup.stage.open((2, 4, 6), "extra"))
    assert names(found) == ["cup_opened", "dice_unreadable"]
    assert found[1].fields["reason"] == "extra"


def test_a_hand_that_leaves_in_time_costs_nothing() -> None:
    cup = Cup()
    cup.reader.says = DiceSighting(None, None, 0.0, "hidden")
    frames = cup.stage.open((2, 4, 6))
    early = cup.show(islice(frames, 20))
    cup.reader.says = THREE
    assert names(early) == ["cup_opened"]
    assert names(cup.show(frames)) == ["dice_read"]


def test_a_lid_put_back_too_soon_says_that_the_dice_were_not_read() -> None:
    cup = Cup()
    cup.reader.says = DiceSighting(None, None, 0.0, "cocked")
    assert names(cup.show(islice(cup.stage.open((2, 4, 6)), 20))) == ["cup_opened"]
    found = cup.show(cup.stage.close())
    assert names(found) == ["dice_unreadable", "cup_closed"]
    assert found[0].fields["reason"] == "cocked"


def test_dice_that_show_only_after_a_moment_still_open_the_cup() -> None:
    cup = Cup()
    cup.reader.says = NO_DICE
    assert names(cup.show(islice(cup.stage.open((2, 4, 6)), 20))) == []
    cup.reader.says = THREE
    assert names(cup.rest(40)) == ["cup_opened", "dice_read"]


def test_a_cup_taken_away_and_put_back_was_shaken() -> None:
    cup = Cup()
    cup.reader.says = NO_DICE
    away = cup.show(cup.stage.open((2, 4, 6))) + cup.rest(30)
    assert names(away) == []
    back = cup.show(cup.stage.close())
    assert names(back) == ["shake_started", "shake_ended"]


def test_a_lid_that_goes_one_way_is_not_shaken() -> None:
    trail = LidTrail()
    for step in range(10):
        trail.add(Bullseye(0.1 + 0.05 * step, 0.5, 0.3))
    assert not trail.is_shaking


def test_a_lid_that_goes_to_and_fro_is_shaken() -> None:
    trail = LidTrail()
    for x in (0.5, 0.6, 0.5, 0.4, 0.5):
        trail.add(Bullseye(x, 0.5, 0.3))
    assert trail.is_shaking
