"""Where this deck prints its index: all its cards have it at one place and of one size."""

from collections import deque
from typing import Final, NamedTuple

from vision.cards.glyphs import Index

MISPLACED: Final = "the index is not where this deck prints it; draw one card, all of it in sight"
# A whole index of this deck at another place is another card's, that lies on this one.
OFF_ITS_CORNER: Final = "a whole index stands off the card's corner: two cards; draw one at a time"
# So many indices make a layout; the newest so many are kept.
ENOUGH: Final = 12
KEPT: Final = 48
# Letters of one typeface differ a little in height, and a card never lies quite straight.
_HEIGHT: Final = 0.16
_PLACE_PX: Final = 5.0
_ACROSS_PX: Final = 7.0
# After so many in a row that do not fit, another deck lies in the shoe.
_OTHER_DECK: Final = 24


class Measures(NamedTuple):
    """An index in patch pixels: where rank and suit begin, how high they are, the suit's middle."""

    rank_top: float
    rank_height: float
    suit_top: float
    suit_height: float
    suit_middle: float


def measures(index: Index) -> Measures:
    """Measure an index."""
    rank, suit = index.rank, index.suit
    middle = suit.left + suit.width / 2
    return Measures(rank.top, rank.height, suit.top, suit.height, middle)


class DeckLayout:
    """Learns the place and size of a deck's index, and tells when one does not fit."""

    def __init__(self) -> None:
        self._seen: deque[Measures] = deque(maxlen=KEPT)
        self._strangers = 0

    @property
    def is_known(self) -> bool:
        """Whether enough indices were seen."""
        return len(self._seen) >= ENOUGH

    def objection(self, index: Index) -> str:
        """Why an index is not this deck's, in words; one that fits is learned and has none."""
        found = measures(index)
        usual = self._usual() if self.is_known else found
        if not _is_near(found, usual):
            self._take_for_stranger()
            return OFF_ITS_CORNER if _is_whole(found, usual) else MISPLACED
        self._strangers = 0
        self._seen.append(found)
        return ""

    def _take_for_stranger(self) -> None:
        self._strangers += 1
        if self._strangers >= _OTHER_DECK:
            self._seen.clear()
            self._strangers = 0

    def _usual(self) -> Measures:
        middle = len(self._seen) // 2
        return Measures(*(sorted(values)[middle] for values in zip(*self._seen, strict=True)))


def _is_whole(found: Measures, usual: Measures) -> bool:
    """Whether rank and suit are as high as this deck's."""
    return (
        abs(found.rank_height / usual.rank_height - 1) <= _HEIGHT
        and abs(found.suit_height / usual.suit_height - 1) <= _HEIGHT
    )


def _is_near(found: Measures, usual: Measures) -> bool:
    return (
        _is_whole(found, usual)
        and abs(found.rank_top - usual.rank_top) <= _PLACE_PX
        and abs(found.suit_top - usual.suit_top) <= _PLACE_PX
        and abs(found.suit_middle - usual.suit_middle) <= _ACROSS_PX
    )
