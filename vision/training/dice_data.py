"""Makes the pictures the dice nets learn from: whole scenes, and the patch around every die."""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.dice.shipped_nets import DiceNets
from vision.emulation.dice.cup import CupScene, DieTruth, Place, Trouble, render_scene
from vision.picture.frame import Floats, Frame

SCENE: Final = (224, 168)
FINDER_SIZE: Final = (160, 120)
PATCH: Final = 80
PATCH_SIDES: Final = 2.9
COCKED, HIDDEN, NOTHING, UNCLEAR = 6, 7, 8, -1
MOST_DICE: Final = 8
SCENES_A_SHARD: Final = 200
# The benchmark and the tests draw from other seeds.
SEEDS: Final = (
    *range(1000, 1007), *range(1020, 1023), 1040, 1041, 1060, 1061, 1100, 1120, 1140,
    *range(1200, 1204), *range(1220, 1224),
)  # fmt: skip


class Patch(NamedTuple):
    """A cut-out around a place: what it shows, how it leans, where its pips are."""

    picture: Frame
    label: int
    tilt: tuple[float, float]
    pips: Floats


def label_of(die: DieTruth, *, is_odd: bool) -> int:
    """What a reader should say about a die; UNCLEAR where either answer would do."""
    if die.seen < 0.7:
        return HIDDEN
    if die.seen < 0.85 or 34 < die.best_angle < 38:
        return UNCLEAR
    if die.best_angle >= 38:
        return COCKED
    # A cocked die may show one face plainly to an eye beside it; nobody could tell from that.
    is_plain = die.view_angle == die.best_angle and not (is_odd and die.view_angle > 20)
    return die.value - 1 if is_plain else UNCLEAR


def make_scene(rng: np.random.Generator) -> tuple[CupScene, Trouble | None]:
    """One scene of the mix used for training."""
    count = int(rng.choice([0, 1, 2, 3, 4, 5, 6], p=[0.06, 0.06, 0.1, 0.5, 0.14, 0.06, 0.08]))
    values = tuple(int(v) for v in rng.integers(1, 7, count))
    kinds: list[Trouble | None] = [None, "cocked", "hidden"]
    trouble = kinds[int(rng.choice(3, p=[0.66, 0.22, 0.12]))] if count else None
    place: Place = "cup" if rng.random() < 0.4 else "table"
    width = int(rng.integers(280, 440))
    size = (width, width * 3 // 4)
    return render_scene(values, rng, size=size, trouble=trouble, place=place), trouble


def cut(frame: Frame, x: float, y: float, scale: float, size: int) -> Frame:
    """A square of the frame around a place; scale is pixels of the cut per pixel of the frame."""
    if scale < 0.7:
        frame = cv2.GaussianBlur(frame, (0, 0), 0.4 / scale).astype(np.uint8)
    half = size / 2
    move = np.array([[scale, 0, half - scale * x], [0, scale, half - scale * y]], np.float32)
    mode = cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(frame, move, (size, size), borderMode=mode), np.uint8)


def patches_of(scene: CupScene, trouble: str | None, rng: np.random.Generator) -> list[Patch]:
    """Every die, and places that show none."""
    found = []
    side = float(np.mean([die.side for die in scene.dice])) if scene.dice else rng.uniform(20, 80)
    for die in scene.dice:
        scale = PATCH / PATCH_SIDES / die.side
        pips = np.full((6, 2), np.nan, np.float32)
        pips[: die.value] = (np.array(die.pips) - (die.x, die.y)) * scale + PATCH / 2
        picture = cut(scene.frame, die.x, die.y, scale, PATCH)
        found.append(Patch(picture, label_of(die, is_odd=trouble == "cocked"), die.tilt, pips))
    found += [_nothing(scene, x, y, near) for x, y, near in _mistaken(scene)]
    return found + [_empty(scene, side, rng) for _ in range(2)]


def _mistaken(scene: CupScene) -> list[tuple[float, float, float]]:
    """Places that the finder of the round before takes for dice and that are none."""
    small = cv2.resize(scene.frame, FINDER_SIZE, interpolation=cv2.INTER_AREA)
    scale = scene.frame.shape[1] / FINDER_SIZE[0]
    peaks = earlier_nets().find(np.asarray(small, np.uint8), 0.12)
    places = [(peak.x * scale, peak.y * scale, peak.side * scale) for peak in peaks]
    return [(x, y, side) for x, y, side in places if _is_clear(scene, x, y)][:4]


@cache
def earlier_nets() -> DiceNets:
    """The nets as they are shipped now."""
    return DiceNets()


def _is_clear(scene: CupScene, x: float, y: float) -> bool:
    return all(np.hypot(die.x - x, die.y - y) > 0.72 * die.side for die in scene.dice)


def _nothing(scene: CupScene, x: float, y: float, side: float) -> Patch:
    picture = cut(scene.frame, x, y, PATCH / PATCH_SIDES / side, PATCH)
    return Patch(picture, NOTHING, (0.0, 0.0), np.full((6, 2), np.nan, np.float32))


def _empty(scene: CupScene, side: float, rng: np.random.Generator) -> Patch:
    height, width = scene.frame.shape[:2]
    for _ in range(20):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if scene.dice and rng.random() < 0.5:
            die = scene.dice[int(rng.integers(len(scene.dice)))]
            way, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.75, 1.2) * side
            x, y = die.x + away * np.cos(way), die.y + away * np.sin(way)
        if _is_clear(scene, x, y):
            break
    return _nothing(scene, x, y, side * rng.uniform(0.7, 1.4))


def targets_of(scene: CupScene) -> Floats:
    """For each die x, y, side in pixels of the small scene, and 1 to find or 0 to ignore."""
    scale = SCENE[0] / scene.frame.shape[1]
    rows = np.zeros((MOST_DICE, 4), np.float32)
    for row, die in zip(rows, scene.dice, strict=False):
        row[:] = (die.x * scale, die.y * scale, die.side * scale, float(die.seen >= 0.35))
    return rows


def make_shard(seed: int, count: int, path: Path) -> None:
    """Render a number of scenes from a seed into one file."""
    rng = np.random.default_rng(seed)
    scenes, targets, patches = [], [], []
    for _ in range(count):
        scene, trouble = make_scene(rng)
        scenes.append(cv2.resize(scene.frame, SCENE, interpolation=cv2.INTER_AREA))
        targets.append(targets_of(scene))
        patches += patches_of(scene, trouble, rng)
    np.savez(
        path,
        scenes=np.stack(scenes),
        targets=np.stack(targets),
        patches=np.stack([patch.picture for patch in patches]),
        labels=np.array([patch.label for patch in patches], np.int64),
        tilts=np.array([patch.tilt for patch in patches], np.float32),
        pips=np.stack([patch.pips for patch in patches]),
    )


def make_missing(folder: Path, shards: int, scenes: int) -> None:
    """Render those of the first shards that a folder lacks, always from the same seeds."""
    cv2.setNumThreads(1)
    for seed in SEEDS[:shards]:
        path = folder / f"shard-{seed}.npz"
        if not path.exists():
            print(f"rendering {scenes} scenes into {path}", flush=True)
            make_shard(seed, scenes, path)
