"""Dice: how many scenes and photographs are read right, wrong or not at all, and how fast."""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.bench.figures import Figure, median, percentile, say
from vision.dice.reader import DiceReader, DiceSighting
from vision.emulation.dice.cup import CupScene, Trouble, render_scene
from vision.emulation.dice.dice_style import STYLES, DiceStyle
from vision.picture.frame import Frame, load_image
from vision.training.evaluation import upper_bound

SCENES = int(os.environ.get("DICE_SCENES", "2000"))
PHOTOS = Path(os.environ.get("DICE_PHOTOS", "dice-photos"))
SEED = 77_000_000


class Score(NamedTuple):
    """How often the reader was right, wrong or silent."""

    right: int
    wrong: int
    refused: int

    @property
    def total(self) -> int:
        """All scenes."""
        return sum(self)


def measure() -> list[Figure]:
    """Read fresh scenes, spoiled scenes and the example photographs."""
    cv2.setNumThreads(1)
    reader = DiceReader()
    figures = _scenes(reader)
    figures += _styled(reader)
    figures += _spoiled(reader)
    figures.append(_doubt(DiceReader(is_live=True)))
    return figures + _photographs(reader)


def _scenes(reader: DiceReader) -> list[Figure]:
    say(f"dice: {SCENES:,} scenes of three dice in a cup, seeds never trained on")
    counts: Counter[str] = Counter()
    took: list[float] = []
    floor: list[float] = []
    for number in range(SCENES):
        scene = _scene(number, 3, None)
        began = time.thread_time()
        sighting = reader.read(scene.frame)
        took.append(1000 * (time.thread_time() - began))
        floor.append(_floor_ms(scene.frame))
        counts[_verdict(sighting, _values(scene))] += 1
    score = Score(counts["right"], counts["wrong"], counts["refused"])
    return [*_shares("dice, cup scenes", score), *_speed(took, floor)]


def _scene(
    number: int, count: int, trouble: Trouble | None, style: DiceStyle | None = None
) -> CupScene:
    rng = np.random.default_rng((SEED, count, number, len(trouble or "")))
    values = tuple(int(value) for value in rng.integers(1, 7, count))
    return render_scene(values, rng, trouble=trouble, style=style)


def _values(scene: CupScene) -> tuple[int, ...]:
    return tuple(sorted(die.value for die in scene.dice))


def _verdict(sighting: DiceSighting, values: tuple[int, ...]) -> str:
    if sighting.dice is None:
        return "refused"
    return "right" if sighting.dice == values else "wrong"


def _shares(name: str, score: Score) -> list[Figure]:
    share = 100 * score.right / score.total
    bound = upper_bound(score.wrong, score.total)
    counts = f"{score.right:,} of {score.total:,}"
    wrong = f"{score.wrong} of {score.total:,}, at most {100 * bound:.2f} % (95 %)"
    return [
        Figure(f"{name}, read right", f"{share:.2f} %", counts, None, "99.8 %", share >= 99.8),
        Figure(
            f"{name}, read wrong", f"{score.wrong}", wrong, None, "1 in 2,000",
            score.wrong * 2000 <= score.total,
        ),
    ]  # fmt: skip


def _speed(took: list[float], floor: list[float]) -> list[Figure]:
    middle, base = median(took), median(floor)
    late = f"95 % below {percentile(took, 95):.1f} ms; gray, blur and Otsu {base:.2f} ms"
    return [
        Figure("dice, one read (CPU)", f"{middle:.1f} ms", late, middle / base, "8 ms", middle <= 8)
    ]


def _floor_ms(frame: Frame) -> float:
    began = time.thread_time()
    gray = cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    cv2.threshold(gray, 0, 255, cv2.THRESH_OTSU)
    return 1000 * (time.thread_time() - began)


def _styled(reader: DiceReader) -> list[Figure]:
    """Sets that are hard to read: red pips on dark bodies, swirls, translucent dice."""
    figures = []
    for style in STYLES:
        say(f"dice: {SCENES // 10} scenes of dice {style}")
        scenes = [_scene(number, 3, None, style) for number in range(SCENES // 10)]
        told = Counter(_verdict(reader.read(scene.frame), _values(scene)) for scene in scenes)
        right, wrong = told["right"], told["wrong"]
        text = f"{wrong} wrong, {told['refused']} refused"
        counts = f"{right} of {len(scenes)} right"
        figures.append(Figure(f"dice, {style}", counts, text, None, "0 wrong", wrong == 0))
    return figures


def _doubt(reader: DiceReader) -> Figure:
    """What a read costs that ends without an answer, as at a table."""
    scenes = [*_cocked(SCENES // 40), *_hidden(SCENES // 40)]
    took = []
    for scene in scenes:
        began = time.thread_time()
        sighting = reader.read(scene.frame)
        if sighting.dice is None:
            took.append(1000 * (time.thread_time() - began))
    middle, late = median(took), f"95 % below {percentile(took, 95):.1f} ms"
    return Figure(
        "dice, a doubtful read (CPU)", f"{middle:.1f} ms", late, None, "15 ms", middle <= 15
    )


def _spoiled(reader: DiceReader) -> list[Figure]:
    """Scenes that must not be answered: the reason given, and any answer at all is wrong."""
    return [
        _refusals(reader, "cocked", list(_cocked(SCENES // 10))),
        _refusals(reader, "hidden", list(_hidden(SCENES // 10))),
        _refusals(reader, "two", [_scene(n, 2, None) for n in range(SCENES // 10)]),
        _refusals(reader, "four", [_scene(n, 4, None) for n in range(SCENES // 10)]),
        _refusals(reader, "no dice", [_scene(n, 0, None) for n in range(SCENES // 10)]),
    ]


def _cocked(count: int) -> Iterator[CupScene]:
    scenes = (_scene(number, 3, "cocked") for number in range(4 * count))
    leaning = (scene for scene in scenes if max(d.best_angle for d in scene.dice) > 38)
    yield from (scene for _, scene in zip(range(count), leaning, strict=False))


def _hidden(count: int) -> Iterator[CupScene]:
    scenes = (_scene(number, 3, "hidden") for number in range(2 * count))
    covered = (scene for scene in scenes if min(die.seen for die in scene.dice) < 0.6)
    yield from (scene for _, scene in zip(range(count), covered, strict=False))


def _refusals(reader: DiceReader, reason: str, scenes: list[CupScene]) -> Figure:
    told = Counter(reader.read(scene.frame).reason for scene in scenes)
    answered = told.pop("", 0)
    kinds = ", ".join(f"{kind} {count}" for kind, count in told.most_common())
    name = f"dice, {reason}: answered"
    return Figure(name, f"{answered} of {len(scenes)}", f"said {kinds}", None, "0", answered == 0)


def _photographs(reader: DiceReader) -> list[Figure]:
    labels = PHOTOS / "labels.json"
    if not labels.exists():
        say(f"dice photographs: none at {PHOTOS}; set DICE_PHOTOS to a folder with labels.json")
        return []
    counts: Counter[str] = Counter()
    for name, values in json.loads(labels.read_text()).items():
        sighting = reader.read(load_image(PHOTOS / name))
        verdict = _verdict(sighting, tuple(sorted(values)))
        counts[verdict] += 1
        if verdict != "right":
            say(f"{name}: {verdict}, {sighting.dice or sighting.reason} for {sorted(values)}")
    total, right, wrong = counts.total(), counts["right"], counts["wrong"]
    text = f"{wrong} wrong, {counts['refused']} refused"
    is_met = right * 30 >= 28 * total and wrong == 0
    return [Figure("dice, photographs", f"{right} of {total}", text, None, "28, 0 wrong", is_met)]
