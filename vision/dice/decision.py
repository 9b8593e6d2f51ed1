"""Decides what the cup holds from all places looked at: the dice, or why not."""

import math
from itertools import combinations
from statistics import median
from typing import Final, NamedTuple

from vision.dice.faces import Verdict
from vision.dice.shipped_nets import Peak
from vision.dice.sighting import DiceSighting, DieFace, Trouble

# A die that counts is at least this hot for the finder.
WARM: Final = 0.42
# Colder places than this are no dice unless nothing warmer is about.
LUKEWARM: Final = 0.33
# A place much colder than the dice beside it is a glint, a stain or a shadow.
PALE: Final = 0.6
# A die that neither reader can name is nearly as warm as the others when it is looked at closer.
NEARLY: Final = 0.85
NAMED: Final = 0.7
# Nearer than this many sides, two places are on one die.
ONE_DIE: Final = 0.97
# A value this sure is a die, however cold the place.
PLAIN: Final = 0.75
# Dice of one set, seen from one place, differ less than this in size.
SIZE_SPREAD: Final = 1.6
# What the namer must say to make a pale place count.
CERTAIN: Final = 0.93


class Looked(NamedTuple):
    """A place that was looked at and what it shows."""

    peak: Peak
    verdict: Verdict


def decide(looked: list[Looked], count: int, *, is_closer: bool = False) -> DiceSighting:
    """The values when exactly as many dice as belong there were read and nothing rivals them.

    In a closer look, what neither reader can name must be nearly as warm as the dice to be one.
    """
    read = _read(looked)
    unnamed = NEARLY if is_closer else PALE
    rivals = [one for one in looked if one not in read and _is_rival(one, read, unnamed)]
    if len(read) == count and not rivals:
        return _answer(read)
    named = [one for one in looked if one.verdict.kind == "value" and one.peak.heat >= WARM]
    dice = max(_likely(looked), named if len(named) > count else [], key=len)
    faces = tuple(_face(one) for one in dice)
    sure = min((face.confidence for face in faces), default=0.0)
    return DiceSighting(None, None, sure, _trouble(dice, count), faces)


def _read(looked: list[Looked]) -> list[Looked]:
    """Dice with a value, warm enough and of one size."""
    warm = [one for one in looked if one.verdict.kind == "value" and one.peak.heat >= _wanted(one)]
    if not warm:
        return []
    usual = median(one.peak.side for one in warm)
    return [one for one in warm if 1 / SIZE_SPREAD < one.peak.side / usual < SIZE_SPREAD]


def _wanted(one: Looked) -> float:
    """How warm a die must be: less when its value is plain."""
    return LUKEWARM if one.verdict.confidence >= PLAIN else WARM


def _is_rival(one: Looked, read: list[Looked], unnamed: float) -> bool:
    """Whether a place may be one more die."""
    peak, verdict = one
    coldest = min((other.peak.heat for other in read), default=0.0)
    if verdict.kind == "nothing":
        return peak.heat >= max(LUKEWARM, coldest)
    share = PALE if verdict.confidence >= NAMED else unnamed
    if peak.heat >= max(LUKEWARM, share * coldest):
        return True
    return peak.heat >= LUKEWARM and verdict.confidence >= CERTAIN


def _answer(read: list[Looked]) -> DiceSighting:
    faces = tuple(_face(one) for one in read)
    values = tuple(sorted(face.value for face in faces if face.value))
    return DiceSighting(values, sum(values), min(face.confidence for face in faces), "", faces)


def _likely(looked: list[Looked]) -> list[Looked]:
    hottest = max((one.peak.heat for one in looked), default=0.0)
    least = max(LUKEWARM, PALE * hottest)
    named = [one for one in looked if one.verdict.kind != "nothing"]
    return [one for one in named if one.peak.heat >= least or _is_certain(one)]


def _is_certain(one: Looked) -> bool:
    return one.peak.heat >= LUKEWARM and one.verdict.confidence >= CERTAIN


def _trouble(dice: list[Looked], count: int) -> Trouble:
    if len(dice) > count:
        return "cocked" if _has_two_faces_of_one(dice) else "four"
    kinds = [one.verdict.kind for one in dice]
    if "hidden" in kinds:
        return "hidden"
    if "cocked" in kinds:
        return "cocked"
    if "unsure" in kinds or len(dice) == count:
        return "unsure"
    few: tuple[Trouble, ...] = ("no dice", "one", "two")
    return few[min(len(dice), 2)]


def _has_two_faces_of_one(dice: list[Looked]) -> bool:
    """Whether two places are nearer than dice can lie: a leaning die shows two faces."""
    return any(
        math.hypot(a.peak.x - b.peak.x, a.peak.y - b.peak.y)
        < ONE_DIE * (a.peak.side + b.peak.side) / 2
        for a, b in combinations(dice, 2)
    )


def _face(one: Looked) -> DieFace:
    peak, verdict = one
    return DieFace(peak.x, peak.y, peak.side, verdict.value, verdict.confidence)
