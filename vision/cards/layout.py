"""Where this deck prints its index: all its cards have it at one place and of one size."""

from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from vision.cards.glyphs import Index

MISPLACED: Final = "the index is not where this deck prints it; draw one card, all of it in sight"
# A whole index of this deck at another place is another card's, that lies on this one.
OFF_ITS_CORNER: Final = "a whole index stands off the card's corner: two cards; draw one at a time"
# Hands are no paper; where a mark ends too soon and paper follows, another card lies on it.
CUT_MARK: Final = "the suit mark is cut and paper lies beside it: two cards; draw one at a time"
TWO_CARDS: Final = frozenset({OFF_ITS_CORNER, CUT_MARK})
# So many indices make a layout; the newest so many are kept.
ENOUGH: Final = 12
KEPT: Final = 48
# Letters of one typeface differ a little in height, and a card never lies quite straight. What is
# hidden makes an index shorter; tails of letters and other suits' marks make it longer.
_SHORTER: Final = 0.84
_LONGER: Final = 1.25
# So many marks of one suit are compared among themselves.
_OF_A_SUIT: Final = 3
_PLACE_PX: Final = 4.0
_ACROSS_PX: Final = 5.0
# Cards of one deck are cut this evenly; with any line beside it, an index further off is doubted.
_SHIFTED_PX: Final = 2.0
# With a line beside so many kept indices it is printed; not all letters come near it.
_LINED: Final = 6
# Marks of a suit are this equal in width.
_CUT: Final = 0.1
_CUT_PX: Final = 3.0
# Letters that begin so near the card's edge may seem to run off it.
_AT_EDGE_PX: Final = 6
# After so many in a row that do not fit, another deck lies in the shoe.
_OTHER_DECK: Final = 24


class Measures(NamedTuple):
    """An index in patch pixels: its tops and heights, and the suit mark's middle and width."""

    rank_top: float
    rank_height: float
    suit_top: float
    suit_height: float
    suit_middle: float
    suit_width: float


def measures(index: Index) -> Measures:
    """Measure an index."""
    rank, suit = index.rank, index.suit
    middle = suit.left + suit.width / 2
    return Measures(rank.top, rank.height, suit.top, suit.height, middle, suit.width)


class DeckLayout:
    """Learns the place and size of a deck's index, and tells when one does not fit."""

    def __init__(self) -> None:
        self._seen: deque[tuple[str, Measures]] = deque(maxlen=KEPT)
        self._lined: deque[bool] = deque(maxlen=KEPT)
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

    @property
    def is_lined(self) -> bool:
        """Whether this deck is known to print a line beside its index."""
        return self.is_known and sum(self._lined) >= _LINED

    def objection(self, index: Index, suit: str) -> str:
        """Why an index is not this deck's, in words; one that fits has none."""
        if not self.is_known:
            return ""
        found, usual = measures(index), self._usual(suit)
        if _is_near(found, usual):
            return CUT_MARK if _is_cut(found, usual) else ""
        return OFF_ITS_CORNER if _is_whole(found, usual) else MISPLACED

    def is_shifted(self, index: Index, suit: str) -> bool:
        """Whether a whole index stands off its place, be it by less than what is refused."""
        if not self.is_known:
            return False
        found, usual = measures(index), self._usual(suit)
        down = found.rank_top + found.suit_top - usual.rank_top - usual.suit_top
        across = found.suit_middle - usual.suit_middle
        return max(abs(down) / 2, abs(across)) >= _SHIFTED_PX and _is_whole(found, usual)

    def learn(self, index: Index, suit: str, has_line: bool = False) -> None:
        """Take in an index that fits, and whether a line runs beside it."""
        self._strangers = 0
        self._lined.append(has_line)
        self._seen.append((suit, measures(index)))

    def take_for_stranger(self) -> None:
        """Count an index that did not fit; after many in a row the deck is learned anew."""
        self._strangers += 1
        if self._strangers >= _OTHER_DECK:
            self._seen.clear()
            self._lined.clear()
            self._strangers = 0

    def _usual(self, suit: str) -> Measures:
        """The medians; of the mark itself among its own suit, where that was seen enough."""
        every = [found for _, found in self._seen]
        own = [found for other, found in self._seen if other == suit]
        usual = _medians(every)
        if len(own) < _OF_A_SUIT:
            return usual._replace(suit_width=0)
        mark = _medians(own)
        return mark._replace(rank_top=usual.rank_top, rank_height=usual.rank_height)


def _medians(seen: Sequence[Measures]) -> Measures:
    return Measures(*(sorted(values)[len(seen) // 2] for values in zip(*seen, strict=True)))


def _is_whole(found: Measures, usual: Measures) -> bool:
    """Whether rank and suit are as high as this deck's."""
    rank, suit = found.rank_height / usual.rank_height, found.suit_height / usual.suit_height
    return min(rank, suit) >= _SHORTER and max(rank, suit) <= _LONGER


def _is_cut(found: Measures, usual: Measures) -> bool:
    """Whether the mark is narrower than this suit's, though as high."""
    return usual.suit_width - found.suit_width >= max(_CUT_PX, _CUT * usual.suit_width)


def _is_near(found: Measures, usual: Measures) -> bool:
    return (
        _is_whole(found, usual)
        and abs(found.rank_top - usual.rank_top) <= _PLACE_PX
        and abs(found.suit_top - usual.suit_top) <= _PLACE_PX
        and abs(found.suit_middle - usual.suit_middle) <= _ACROSS_PX
    )
