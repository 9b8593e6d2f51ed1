"""A hand in the way of the camera: what it hides is told, and never passes unseen."""

import numpy as np
import pytest

from controller.facts.cards import Card
from drivers.shoe.camera import ShoeWatch
from vision.cards.geometry import DEFAULT
from vision.cards.reader import CardReader
from vision.cards.scene import SEARCH_SIZE, shows_paper
from vision.emulation.cards.stage import WindowStage
from vision.sources.shot import Shot

WIDE, HIGH = SEARCH_SIZE
BED, SKIN, PAPER = (22, 20, 24), (90, 120, 190), (205, 210, 215)


@pytest.mark.parametrize("seed", [1, 2, 11])
def test_a_card_under_a_hand_in_all_its_pictures_is_a_card_nobody_read(seed: int) -> None:
    stage, watch = WindowStage([seed], ("clean", "mid")), ShoeWatch(CardReader(), DEFAULT)
    for second, code in enumerate(("8h", "7c", "4d", "9s", "Kc", "2d")):
        found = [
            finding
            for number, frame in enumerate(stage.card(Card(code), hand_frames=6))
            for finding in watch.look(Shot(frame, second + number / 60))
        ]
        assert len(found) == 1
        assert found[0].message.fields.get("card", code) == code


def test_a_hand_over_the_bed_hides_nothing() -> None:
    window = np.full((HIGH, WIDE, 3), BED, np.uint8)
    window[:, 30:90] = SKIN
    assert not shows_paper(window)


def test_a_hand_over_paper_hides_a_card() -> None:
    window = np.full((HIGH, WIDE, 3), PAPER, np.uint8)
    window[:, 20:110] = SKIN
    assert shows_paper(window)
