"""Reads the dice in an open cup from above."""

from dataclasses import replace
from typing import Final, NamedTuple

from vision.dice.decision import CERTAIN, LUKEWARM, WARM, Looked, decide
from vision.dice.faces import CLEAR_PIP, FAINT_PIP, SURE, judge, judge_views
from vision.dice.patches import cut_square, red_light, shrunk
from vision.dice.shipped_nets import DiceNets, Naming, Peak
from vision.dice.sighting import DEFAULT, CupGeometry, DiceSighting, DieFace
from vision.picture.frame import Floats, Frame

__all__ = ["DEFAULT", "CupGeometry", "DiceReader", "DiceSighting", "DieFace"]

# The longest side of the small copy that dice are searched in first; larger ones follow.
SEARCH_SIZE: Final = 144
MOST: Final = 8
NAME_SIZE, NAME_SIDES = 40, 1.8
PIP_SIZE, PIP_SIDES = 48, 1.7
# Turn and zoom of the further looks at a doubtful die.
MORE_VIEWS: Final = ((0.4, 0.85), (0.9, 1.0), (1.3, 1.18))


class Search(NamedTuple):
    """A copy of the picture to search in: its longest side, and whether in red light alone."""

    size: int
    is_red: bool = False


# Red pips on black or blue are nearly as dark as their dice, but not in red light.
SEARCHES: Final = (Search(SEARCH_SIZE), Search(SEARCH_SIZE, is_red=True), Search(176), Search(192))


class View(NamedTuple):
    """One way to look at a place: its turn in radians, and how much wider."""

    peak: Peak
    turn: float
    zoom: float


class DiceReader:
    """Two readers that must agree on every die; otherwise no dice, and the reason."""

    def __init__(self, cup: CupGeometry = DEFAULT, *, is_live: bool = False) -> None:
        self._cup = cup
        # The next frame of a camera shows the same dice: each doubts in its own way, one at a time.
        self._is_live = is_live
        self._doubts = 0
        self._nets = DiceNets()

    def read(self, frame: Frame) -> DiceSighting:
        """Read one frame."""
        left, top, right, bottom = self._cup.window or (0, 0, frame.shape[1], frame.shape[0])
        area = frame[top:bottom, left:right]
        if min(area.shape[:2]) < 16:
            return DiceSighting(None, None, 0.0, "no dice")
        for search in self._searches():
            seen = red_light(area) if search.is_red else area
            is_closer = search.size > SEARCH_SIZE
            sighting = decide(self._look(seen, search.size), self._cup.dice, is_closer=is_closer)
            if sighting.dice is not None or _is_plain_trouble(sighting):
                break
        else:
            # What gave an answer is kept to: the dice must be the same for a while.
            self._doubts += 1
        return _shifted(sighting, left, top)

    def _searches(self) -> tuple[Search, ...]:
        """In which copies to search, until one gives an answer."""
        return (SEARCHES[self._doubts % len(SEARCHES)],) if self._is_live else SEARCHES

    def _look(self, area: Frame, size: int) -> list[Looked]:
        peaks = self._search(area, size)[:MOST]
        if not peaks:
            return []
        names, pips = self._views(area, [View(peak, 0.0, 1.0) for peak in peaks])
        side = PIP_SIZE / PIP_SIDES
        verdicts = [judge(name, dots, side) for name, dots in zip(names, pips, strict=True)]
        looked = [Looked(peak, verdict) for peak, verdict in zip(peaks, verdicts, strict=True)]
        pairs = zip(looked, pips, strict=True)
        return [self._again(area, one, dots) if _is_worth_more(one) else one for one, dots in pairs]

    def _again(self, area: Frame, one: Looked, pips: Floats) -> Looked:
        """Look at a doubtful die in more ways: from the middle of its pips, then from its own."""
        moved = _centred(one.peak, pips[pips[:, 2] >= CLEAR_PIP])
        looked = self._turned(area, moved)
        if looked.verdict.kind == "value" or moved == one.peak:
            return looked
        unmoved = self._turned(area, one.peak)
        return unmoved if unmoved.verdict.kind == "value" else looked

    def _turned(self, area: Frame, peak: Peak) -> Looked:
        names, dots = self._views(area, [View(peak, turn, zoom) for turn, zoom in MORE_VIEWS])
        return Looked(peak, judge_views(names, dots, PIP_SIZE / PIP_SIDES))

    def _views(self, area: Frame, views: list[View]) -> tuple[list[Naming], list[Floats]]:
        names = [
            cut_square(area, peak.x, peak.y, NAME_SIDES * peak.side * zoom, NAME_SIZE, turn)
            for peak, turn, zoom in views
        ]
        pips = [
            cut_square(area, peak.x, peak.y, PIP_SIDES * peak.side * zoom, PIP_SIZE, turn)
            for peak, turn, zoom in views
        ]
        return self._nets.name(names), self._nets.pips(pips, FAINT_PIP)

    def _search(self, area: Frame, size: int) -> list[Peak]:
        """Look for dice in a small copy; places come back in pixels of the area."""
        height, width = area.shape[:2]
        scale = size / max(height, width)
        columns, rows = (max(16, 8 * round(length * scale / 8)) for length in (width, height))
        step = max(1, int(0.25 / scale))
        small = shrunk(area[::step, ::step], columns, rows)
        found = self._nets.find(small, LUKEWARM)
        across, down = width / columns, height / rows
        side = (across * down) ** 0.5
        return [Peak(p.x * across, p.y * down, p.side * side, p.heat) for p in found]


def _is_plain_trouble(sighting: DiceSighting) -> bool:
    """Whether there is no doubt why not: another search would but overlook the die in question."""
    if sighting.reason == "four":
        return True
    unnamed = (face.confidence for face in sighting.faces if face.value is None)
    return sighting.reason in ("cocked", "hidden") and max(unnamed, default=0.0) >= CERTAIN


def _centred(peak: Peak, pips: Floats) -> Peak:
    """A peak moved to the middle of the pips seen in its patch."""
    if not len(pips):
        return peak
    x, y = (pips[:, :2].mean(axis=0) / PIP_SIZE - 0.5) * (PIP_SIDES * peak.side)
    return peak._replace(x=peak.x + float(x), y=peak.y + float(y))


def _is_worth_more(one: Looked) -> bool:
    is_plain_word = one.verdict.kind != "unsure" and one.verdict.confidence >= SURE
    return one.peak.heat >= WARM and one.verdict.kind != "value" and not is_plain_word


def _shifted(sighting: DiceSighting, left: int, top: int) -> DiceSighting:
    faces = tuple(replace(face, x=face.x + left, y=face.y + top) for face in sighting.faces)
    return replace(sighting, faces=faces)
