"""Where this deck prints its index: all its cards have it at one place and of one size."""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from vision.cards.glyphs import Index

MISPLACED: Final = "the index is not where this deck prints it; draw one card, all of it in sight"
# A whole index of this deck at another place is another card's, that lies on this one.
OFF_ITS_CORNER: Final = "a whole index stands off the card's corner: two cards; draw one at a time"
# So many indices make a layout; the newest so many are kept.
ENOUGH: Final = 12
KEPT: Final = 48
# Letters of one typeface differ a little in height, and a card never lies quite straight. What is
# hidden makes an index shorter; tails of letters and other suits' marks make it longer.
_SHORTER: Final = 0.84
_LONGER: Final = 1.25
# So many marks of one suit are compared among themselves.
_OF_A_SUIT: Final = 3
_PLACE_PX: Final = 5.0
_ACROSS_PX: Final = 7.0
# Letters that begin so near the card's edge may seem to run off it.
_AT_EDGE_PX: Final = 6
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
        self._seen: deque[tuple[str, Measures]] = deque(maxlen=KEPT)
        self._strangers = 0

    @property
    def is_known(self) -> bool:
        """Whether enough indices were seen."""
        return len(self._seen) >= ENOUGH

    @property
    def is_at_edge(self) -> bool:
        """Whether this deck is known to print its index at the card's very edge."""
        return (
            self.is_known and _medians([found for _, found in self._seen]).rank_top <= _AT_EDGE_PX
        )

    def objection(self, index: Index, suit: str) -> str:
        """Why an index is not this deck's, in words; one that fits is learned and has none."""
        found = measures(index)
        usual = self._usual(suit) if self.is_known else found
        if not _is_near(found, usual):
            self._take_for_stranger()
            return OFF_ITS_CORNER if _is_whole(found, usual) else MISPLACED
        self._strangers = 0
        self._seen.append((suit, found))
        return ""

    def _take_for_stranger(self) -> None:
        self._strangers += 1
        if self._strangers >= _OTHER_DECK:
            self._seen.clear()
            self._strangers = 0

    def _usual(self, suit: str) -> Measures:
        """The medians; of the mark's height among its own suit, where that was seen enough."""
        every = [found for _, found in self._seen]
        own = [found for other, found in self._seen if other == suit]
        usual = _medians(every)
        if len(own) < _OF_A_SUIT:
            return usual
        return usual._replace(suit_height=_medians(own).suit_height)


def _medians(seen: Sequence[Measures]) -> Measures:
    return Measures(*(sorted(values)[len(seen) // 2] for values in zip(*seen, strict=True)))


def _is_whole(found: Measures, usual: Measures) -> bool:
    """Whether rank and suit are as high as this deck's."""
    rank, suit = found.rank_height / usual.rank_height, found.suit_height / usual.suit_height
    return min(rank, suit) >= _SHORTER and max(rank, suit) <= _LONGER


def _is_near(found: Measures, usual: Measures) -> bool:
    return (
        _is_whole(found, usual)
        and abs(found.rank_top - usual.rank_top) <= _PLACE_PX
        and abs(found.suit_top - usual.suit_top) <= _PLACE_PX
        and abs(found.suit_middle - usual.suit_middle) <= _ACROSS_PX
    )
