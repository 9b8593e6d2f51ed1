"""Decides what one die shows: two readers must say the same."""

from typing import Final, Literal, NamedTuple

import numpy as np

from vision.dice.shipped_nets import Naming
from vision.picture.frame import Floats

Kind = Literal["value", "cocked", "hidden", "nothing", "unsure"]
COCKED, HIDDEN, NOTHING = 6, 7, 8
SURE: Final = 0.93
SURE_TOGETHER: Final = 0.72
# A die that may well lean is not read, however plain its pips are.
MAY_LEAN: Final = 0.02
CLEAR_PIP: Final = 0.5
# One pip may be paler when the name is beyond doubt and the pips make up a whole face with it.
PALE_PIP: Final = 0.35
BEYOND_DOUBT: Final = 0.97
FAINT_PIP: Final = 0.25
# Glints and grain look like pips to this degree at most; pips beside them are this bright.
SPECK: Final = 0.36
BRIGHT_PIP: Final = 0.6
# How far, in sides, a pip may be from the mirror image of another through the middle.
SKEW: Final = 0.09
# The outermost pips are at least this many sides apart.
REACH: Final = 0.45


class Verdict(NamedTuple):
    """What a place shows; the value only when both readers agree."""

    kind: Kind
    value: int | None
    confidence: float


def judge(naming: Naming, pips: Floats, side: float, sure: float = SURE) -> Verdict:
    """Compare the name of the whole patch with the pips found in another one."""
    best = int(naming.chances.argmax())
    chance = float(naming.chances[best])
    if best >= COCKED:
        kind: Kind = ("cocked", "hidden", "nothing")[best - COCKED]
        return Verdict(kind, None, chance)
    may_lean = float(naming.chances[COCKED]) > MAY_LEAN
    if chance >= sure and not may_lean and counted(pips, side, _pale(best, chance)) == best + 1:
        return Verdict("value", best + 1, min(chance, float(pips[:, 2].min())))
    return Verdict("unsure", None, chance)


def judge_views(namings: list[Naming], pips: list[Floats], side: float) -> Verdict:
    """Several views of one die: their mean name, and the one count that most of them have."""
    mean = Naming(np.mean([naming.chances for naming in namings], axis=0), namings[0].tilt)
    best = int(mean.chances.argmax())
    chance = float(mean.chances[best])
    if chance >= BEYOND_DOUBT:
        pips = [without_specks(dots, side) for dots in pips]
    counts = [counted(dots, side, _pale(best, chance)) for dots in pips]
    sure = {count for count in counts if count}
    most = max(sure, key=counts.count, default=0)
    is_agreed = len(sure) == 1 and 2 * counts.count(most) > len(counts)
    agreed = pips[counts.index(most)] if is_agreed else pips[0][:0]
    return judge(mean, agreed, side, SURE_TOGETHER)


def _pale(best: int, chance: float) -> int:
    """How many pips may be pale; half of a two is no face, so it needs both."""
    return 1 if chance >= BEYOND_DOUBT and best + 1 != 2 else 0


def counted(pips: Floats, side: float, pale: int = 0) -> int:
    """How many pips make up the face; 0 when more than `pale` are in doubt or one is misplaced."""
    heats = pips[:, 2]
    if not len(pips) or (heats < PALE_PIP).any() or (heats < CLEAR_PIP).sum() > pale:
        return 0
    places = pips[:, :2]
    return len(pips) if is_face(places, side) and is_spread(places, side) else 0


def without_specks(pips: Floats, side: float) -> Floats:
    """The pips without faint ones that stand far below the others and make up no face with them."""
    bright, faint = pips[pips[:, 2] >= BRIGHT_PIP], pips[pips[:, 2] < BRIGHT_PIP]
    is_speckled = len(bright) > 0 and bool((faint[:, 2] < SPECK).all())
    if not is_speckled or (len(pips) > 2 and is_face(pips[:, :2], side)):
        return pips
    return bright


def is_spread(pips: Floats, side: float) -> bool:
    """Whether pips reach across the face; two close together belong to two faces or none."""
    gaps = np.linalg.norm(pips[:, None] - pips[None], axis=2)
    return len(pips) == 1 or bool(gaps.max() >= REACH * side)


def is_face(pips: Floats, side: float) -> bool:
    """Whether pips mirror themselves through their middle, as those of every face do."""
    mirrored = 2 * pips.mean(axis=0) - pips
    gaps = np.linalg.norm(mirrored[:, None] - pips[None], axis=2)
    return bool((gaps.min(axis=1) <= SKEW * side).all())
