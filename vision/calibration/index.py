"""How large this deck's index is, and whether the window shows all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.geometry import WINDOW_SIZE
from vision.cards.glyphs import find_index, find_rank
from vision.cards.paper import LEAD_MM, PX_PER_MM, evened, find_paper, straightened
from vision.cards.scene import searchable
from vision.picture.frame import Frame

# Letters of a common index are lower than this, those of a jumbo one higher.
JUMBO_MM: Final = 10.8
# So much paper must be seen below the index, in the lowest place a card usually takes.
BELOW_MM: Final = 1.0
# A suit mark that is out of sight would be about as high as the letter above it.
UNSEEN_SUIT: Final = 0.9
FEWEST: Final = 6
# The search is at half the scale of the window.
_SHRUNK: Final = 2.0


@dataclass(frozen=True, slots=True)
class IndexMeasures:
    """In millimetres: the letters' height, where the index ends, how far in cards lie, the view."""

    rank_mm: float
    ends_mm: float
    inside_mm: float
    window_mm: tuple[float, float]

    @property
    def is_jumbo(self) -> bool:
        """Whether this is a jumbo index."""
        return self.rank_mm >= JUMBO_MM

    @property
    def fits(self) -> bool:
        """Whether the window shows the whole index and some paper below it."""
        return self.inside_mm + self.ends_mm + BELOW_MM <= self.window_mm[1]


def measure_index(windows: Sequence[Frame], shown_px_per_mm: float) -> IndexMeasures | None:
    """Measure the indices of upright windows; None when too few show one."""
    found = [one for one in (_measured(window) for window in windows) if one is not None]
    if len(found) < FEWEST:
        return None
    rank, ends, inside = zip(*found, strict=True)
    scale = _SHRUNK / shown_px_per_mm
    wide, high = (side / shown_px_per_mm for side in WINDOW_SIZE)
    return IndexMeasures(
        rank_mm=round(float(np.median(rank)) * scale, 1),
        ends_mm=round(float(np.median(ends)) * scale, 1),
        inside_mm=round(float(np.percentile(inside, 60)) * scale, 1),
        window_mm=(round(wide, 1), round(high, 1)),
    )


def _measured(window: Frame) -> tuple[float, float, float] | None:
    """The letter's height, the index's end and the card's edge, in search pixels."""
    search = searchable(window)
    paper = find_paper(search)
    if not (paper.left_seen and paper.top_seen):
        return None
    patch = evened(straightened(search, paper))
    index, lead = find_index(patch), LEAD_MM * PX_PER_MM
    if index is not None:
        return index.rank.height, index.suit.low - lead, paper.y
    rank = find_rank(patch)
    if rank is None:
        return None
    return rank.height, rank.low + UNSEEN_SUIT * rank.height - lead, paper.y
