"""The dice reader on scenes it never learned from."""

import cv2
import numpy as np
import pytest

from vision.dice.reader import SEARCHES, CupGeometry, DiceReader, DiceSighting, Search
from vision.emulation.dice.bed import BEDS, draw_bed
from vision.emulation.dice.cup import CupScene, Trouble, render_scene
from vision.emulation.dice.dice_style import STYLES, DiceStyle

SCENES = 24


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def scene(number: int, values: tuple[int, ...], trouble: Trouble | None = None) -> CupScene:
    rng = np.random.default_rng((990_000, number))
    return render_scene(values, rng, size=(320, 320), trouble=trouble)


def thrown(number: int) -> tuple[int, ...]:
    rng = np.random.default_rng((991_000, number))
    return tuple(int(value) for value in rng.integers(1, 7, 3))


def test_reads_three_dice_and_is_never_wrong(reader: DiceReader) -> None:
    seen = [(reader.read(scene(n, thrown(n)).frame), sorted(thrown(n))) for n in range(SCENES)]
    answered = [(sighting, values) for sighting, values in seen if sighting.dice]
    assert [list(sighting.dice or ()) for sighting, _ in answered] == [v for _, v in answered]
    assert len(answered) >= SCENES - 2


def test_sum_and_faces_belong_to_the_dice(reader: DiceReader) -> None:
    picture = scene(1, (2, 5, 6))
    sighting = reader.read(picture.frame)
    assert (sighting.dice, sighting.sum, sighting.reason) == ((2, 5, 6), 13, "")
    for die in picture.dice:
        nearest = min(sighting.faces, key=lambda f: (f.x - die.x) ** 2 + (f.y - die.y) ** 2)
        assert nearest.value == die.value
        assert np.hypot(nearest.x - die.x, nearest.y - die.y) < 0.3 * die.side


def test_a_picture_three_times_as_large_reads_the_same(reader: DiceReader) -> None:
    frame = scene(1, (2, 5, 6)).frame
    large = cv2.resize(frame, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    assert reader.read(np.asarray(large, np.uint8)).dice == (2, 5, 6)


def test_faces_are_told_in_pixels_of_the_whole_frame() -> None:
    inner = scene(1, (2, 5, 6)).frame
    outer = np.zeros((500, 600, 3), np.uint8)
    outer[100:420, 200:520] = inner
    within = DiceReader(CupGeometry(window=(200, 100, 520, 420))).read(outer)
    alone = DiceReader().read(inner)
    assert within.dice == alone.dice == (2, 5, 6)
    for face, other in zip(within.faces, alone.faces, strict=True):
        assert (face.x, face.y) == pytest.approx((other.x + 200, other.y + 100), abs=1.0)


def refused(reader: DiceReader, pictures: list[CupScene]) -> list[DiceSighting]:
    seen = [reader.read(picture.frame) for picture in pictures]
    assert [sighting.dice for sighting in seen] == [None] * len(seen)
    assert all(sighting.reason and sighting.sum is None for sighting in seen)
    return seen


def test_two_dice_are_too_few(reader: DiceReader) -> None:
    seen = refused(reader, [scene(n, thrown(n)[:2]) for n in range(8)])
    assert sum(sighting.reason == "two" for sighting in seen) >= 6


def test_four_dice_are_too_many(reader: DiceReader) -> None:
    seen = refused(reader, [scene(n, (*thrown(n), 3)) for n in range(8)])
    assert sum(sighting.reason == "four" for sighting in seen) >= 6


def test_an_empty_cup_has_no_dice(reader: DiceReader) -> None:
    seen = refused(reader, [scene(n, ()) for n in range(8)])
    assert sum(sighting.reason == "no dice" for sighting in seen) >= 6


def test_a_cocked_die_is_not_read(reader: DiceReader) -> None:
    pictures = [scene(n, thrown(n), "cocked") for n in range(16)]
    leaning = [one for one in pictures if max(die.best_angle for die in one.dice) > 38]
    seen = refused(reader, leaning)
    assert sum(sighting.reason == "cocked" for sighting in seen) >= len(seen) // 2


def test_a_die_under_a_hand_is_not_read(reader: DiceReader) -> None:
    pictures = [scene(n, thrown(n), "hidden") for n in range(12)]
    refused(reader, [one for one in pictures if min(die.seen for die in one.dice) < 0.6])


@pytest.mark.parametrize("kind", BEDS)
def test_a_bed_without_dice_is_never_an_answer(reader: DiceReader, kind: str) -> None:
    for seed in range(3):
        bed = draw_bed(kind, 240, 200, np.random.default_rng((992_000, seed)))
        frame = (np.clip(bed, 0, 1) * 255).astype(np.uint8)
        assert reader.read(frame).dice is None


@pytest.mark.parametrize("shape", [(1, 1), (8, 300), (16, 16), (300, 17)])
def test_pictures_too_small_for_dice_have_none(reader: DiceReader, shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    assert reader.read(noise).dice is None


def test_darkness_and_direct_sun_have_no_dice(reader: DiceReader) -> None:
    for level in (0, 255):
        assert reader.read(np.full((240, 320, 3), level, np.uint8)).reason == "no dice"


@pytest.mark.parametrize("style", STYLES)
def test_hard_sets_are_read_or_refused_and_never_wrong(
    reader: DiceReader, style: DiceStyle
) -> None:
    told = []
    for number in range(3):
        rng = np.random.default_rng((992_000, number))
        frame = render_scene(thrown(number), rng, size=(320, 320), style=style).frame
        told.append((reader.read(frame).dice, tuple(sorted(thrown(number)))))
    assert all(dice in (None, values) for dice, values in told)
    assert any(dice is not None for dice, _ in told)


def test_a_camera_doubts_once_a_frame_and_keeps_to_what_gave_an_answer() -> None:
    live = DiceReader(is_live=True)
    nothing, dice = np.full((320, 320, 3), 40, np.uint8), scene(1, (2, 5, 6)).frame
    searches: list[Search] = []
    for frame in (nothing, nothing, dice, dice, nothing, nothing):
        searches += live._searches()
        live.read(frame)
    assert searches == [SEARCHES[place] for place in (0, 1, 2, 2, 2, 3)]


def overlooked(number: int) -> CupScene:
    """Four dice of which the search in red light alone sees three."""
    rng = np.random.default_rng((77_000_000, 4, number, 0))
    return render_scene(tuple(int(value) for value in rng.integers(1, 7, 4)), rng)


@pytest.mark.parametrize("number", [7, 22])
@pytest.mark.parametrize("is_live", [True, False])
def test_no_other_search_overlooks_a_die_that_one_has_named(number: int, is_live: bool) -> None:
    reader, frame = DiceReader(is_live=is_live), overlooked(number).frame
    seen = [reader.read(frame) for _ in range(5 if is_live else 1)]
    assert {(sighting.dice, sighting.reason) for sighting in seen} == {(None, "four")}
