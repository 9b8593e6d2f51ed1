"""Card faces of our own: typeface, suit marks, layout and colours of one deck."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol, TypeAlias

import cv2
import numpy as np

from controller.facts.cards import Card
from vision.emulation.cards.face_lines import draw_border, draw_frame, draw_rules
from vision.emulation.cards.skeletons import Points, Rng
from vision.emulation.cards.suits import SuitShapes, random_suits, suit_mask
from vision.emulation.cards.typeface import Typeface, random_typeface, rank_mask
from vision.picture.frame import Frame, Map

ART_PX_PER_MM: Final = 10.0
ART_SIZE_MM: Final = (46.0, 56.0)
CARD_WIDTH_MM: Final = 63.0
CARD_HEIGHT_MM: Final = 88.0
Colour: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[float, float, float, float]


class Art(Protocol):
    """A deck that can be drawn: the upper left of each face, and where its index stands."""

    def face(self, card: Card) -> Frame:
        """The face's upper left part, 46 by 56 mm at 10 px/mm, on its own paper."""
        ...

    def boxes(self, card: Card) -> tuple[Box, Box]:
        """Rank and suit of the index: left, top, width, height in mm from the card's corner."""
        ...


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand on the face, in millimetres from the card's corner."""

    rank_height: float
    rank_most_width: float
    stretch: float
    centre: float
    top: float
    gap: float
    suit_height: float
    left_aligned: bool
    pip_column: float
    pip_height: float
    frame: float
    outline: float
    # How far in a thin border runs around the face, and whether rules stand between the pips.
    border: float
    has_rules: bool


@dataclass(frozen=True)
class DrawnDeck:
    """A deck of our own making."""

    typeface: Typeface
    suits: SuitShapes
    layout: Layout
    inks: dict[str, Colour]
    paper: Colour
    seed: int
    # How deep a lighter core lies inside each mark of the index, as a share of its height.
    inlay: float = 0.0
    # Pictures for the courts; without any they are made of patches and lines.
    pictures: tuple[Frame, ...] = field(default=(), compare=False, repr=False)
    cache: dict[Card, Frame] = field(default_factory=dict, compare=False, repr=False)

    def face(self, card: Card) -> Frame:
        """The face's upper left part on its paper."""
        if card not in self.cache:
            self.cache[card] = _draw(self, card)
        return self.cache[card]

    def boxes(self, card: Card) -> tuple[Box, Box]:
        """Rank and suit of the index, in mm."""
        return _index_boxes(self, card)


def random_deck(rng: Rng, kind: Literal["any", "normal", "jumbo"] = "any") -> DrawnDeck:
    """Draw a deck by chance: normal or jumbo index, two or four colours."""
    jumbo = rng.random() < 0.22 if kind == "any" else kind == "jumbo"
    deck = DrawnDeck(
        random_typeface(rng),
        random_suits(rng),
        _random_layout(rng, jumbo),
        _random_inks(rng),
        _near(rng, (248, 250, 250), 7) if rng.random() < 0.8 else _near(rng, (222, 236, 242), 12),
        int(rng.integers(1 << 31)),
    )
    own = np.random.default_rng(deck.seed)
    return replace(deck, inlay=float(own.uniform(0.02, 0.08))) if own.random() < 0.08 else deck


def _random_layout(rng: Rng, jumbo: bool) -> Layout:
    rank = rng.uniform(11, 18) if jumbo else rng.uniform(5, 10.5)
    widest = rng.uniform(10, 15) if jumbo else rng.uniform(4.5, 8.5)
    suit = min(rank * rng.uniform(0.45, 1.05), 14.0)
    column = rng.uniform(0.6, 3.8) + max(widest, suit) / 2
    inner = column + max(widest, suit * 1.1) / 2
    pip = rng.uniform(7, 14)
    return Layout(
        rank_height=rank,
        rank_most_width=widest,
        stretch=rng.uniform(0.85, 1.15),
        centre=column,
        top=rng.uniform(1.6, 6.5),
        gap=rng.uniform(0.04, 0.3) * rank,
        suit_height=suit,
        left_aligned=bool(rng.random() < 0.25),
        pip_column=max(rng.uniform(14, 20), inner + pip / 2 + rng.uniform(0.4, 3)),
        pip_height=pip,
        frame=inner + rng.uniform(0.2, 4) if rng.random() < 0.5 else 0.0,
        outline=rng.uniform(0.1, 0.45) if rng.random() < 0.35 else 0.0,
        border=rng.uniform(0.8, 4.5) if rng.random() < 0.1 else 0.0,
        has_rules=bool(rng.random() < 0.1),
    )


def _near(rng: Rng, colour: Colour, spread: float) -> Colour:
    b, g, r = (int(np.clip(v + rng.normal(0, spread), 0, 255)) for v in colour)
    return (b, g, r)


def _random_inks(rng: Rng) -> dict[str, Colour]:
    black = _near(rng, (28, 26, 26), 14)
    red = _near(rng, (40, 28, 205), 24)
    if rng.random() < 0.75:
        return {"c": black, "s": black, "h": red, "d": red}
    blue, green = _near(rng, (190, 80, 30), 28), _near(rng, (50, 120, 20), 24)
    gold = _near(rng, (40, 170, 230), 24)
    clubs, diamonds, spades = (
        (green, blue, black),
        (green, gold, blue),
        (black, gold, green),
        (blue, gold, black),
        (green, _near(rng, (30, 110, 240), 20), black),
    )[int(rng.choice([0, 0, 0, 1, 1, 2, 3, 4]))]
    return {"c": clubs, "s": spades, "h": red, "d": diamonds}


def _index_boxes(deck: DrawnDeck, card: Card) -> tuple[Box, Box]:
    layout = deck.layout
    high, wide = rank_mask(deck.typeface, card.rank_code).shape
    width = min(layout.rank_height * wide / high * layout.stretch, layout.rank_most_width)
    # A letter with a tail below the line keeps its cap height and hangs down.
    suit_high, suit_wide = suit_mask(deck.suits, card.suit).shape
    suit_width = layout.suit_height * suit_wide / suit_high
    start = layout.centre - layout.rank_most_width / 2
    rank_left = max(start if layout.left_aligned else layout.centre - width / 2, 0.6)
    suit_left = max(start if layout.left_aligned else layout.centre - suit_width / 2, 0.6)
    below = layout.top + layout.rank_height + layout.gap
    return (
        (rank_left, layout.top, width, layout.rank_height),
        (suit_left, below, suit_width, layout.suit_height),
    )


def _draw(deck: DrawnDeck, card: Card) -> Frame:
    face = blank_paper(deck.paper)
    rng = np.random.default_rng([deck.seed, card.place])
    ink = deck.inks[card.suit]
    if card.rank > 10:
        _court(face, deck, card, rng)
    else:
        _pips(face, deck, card)
    rank_box, suit_box = deck.boxes(card)
    if deck.layout.border:
        gaps = [_in_pixels(box) for box in (rank_box, suit_box)]
        draw_border(face, round(deck.layout.border * ART_PX_PER_MM), gaps, rng)
    if deck.layout.outline:
        _outline(face, deck.layout.outline)
    _print_index(face, deck, rank_mask(deck.typeface, card.rank_code), rank_box, ink)
    _print_index(face, deck, suit_mask(deck.suits, card.suit), suit_box, ink)
    return face


def _print_index(face: Frame, deck: DrawnDeck, mask: Map, box: Box, ink: Colour) -> None:
    """A mark of the index; some decks draw a lighter core inside its outline."""
    print_mark(face, mask, box, ink)
    if deck.inlay:
        depth = max(round(deck.inlay * mask.shape[0]), 1)
        bordered = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT)
        core = cv2.erode(bordered, np.ones((3, 3), np.uint8), iterations=depth)[1:-1, 1:-1]
        b, g, r = (v + (255 - v) * 2 // 5 for v in ink)
        print_mark(face, np.asarray(core, np.uint8), box, (b, g, r))


def blank_paper(colour: Colour) -> Frame:
    """Paper without print, the size of a drawn face."""
    wide, high = (round(side * ART_PX_PER_MM) for side in ART_SIZE_MM)
    return flat((high, wide), colour)


def flat(size: tuple[int, int], colour: Colour) -> Frame:
    """One colour all over; filled by rows, which is much faster than by pixels."""
    row = np.tile(np.array(colour, np.uint8), size[1])
    return np.tile(row, size[0]).reshape(size[0], size[1], 3)


def _in_pixels(box: Box) -> tuple[int, int, int, int]:
    left, top, width, height = (round(side * ART_PX_PER_MM) for side in box)
    return left, top, width, height


def print_mark(face: Frame, mask: Map, box: Box, ink: Colour) -> None:
    """Print one mark into a box in mm; what reaches over the edge is cut off."""
    left, top, width, height = _in_pixels(box)
    width, height = max(width, 2), max(height, 2)
    scaled = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, face.shape[1]), min(top + height, face.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    cover = scaled[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    place = face[y0:y1, x0:x1]
    place[:] = (place * (1 - cover) + np.array(ink, np.float32) * cover).astype(np.uint8)


_COLUMN_ROWS: Final = {
    4: (0, 1), 5: (0, 1), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1),
    9: (0, 1 / 3, 2 / 3, 1), 10: (0, 1 / 3, 2 / 3, 1),
}  # fmt: skip
_MIDDLE_ROWS: Final = {
    1: (0.5,), 2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.25,), 8: (0.25, 0.75),
    9: (0.5,), 10: (1 / 6, 5 / 6),
}  # fmt: skip


def _pips(face: Frame, deck: DrawnDeck, card: Card) -> None:
    layout, mask = deck.layout, suit_mask(deck.suits, card.suit)
    height = layout.pip_height * (2.5 if card.rank == 1 else 1)
    width = height * mask.shape[1] / mask.shape[0]
    spots = [(layout.pip_column, row) for row in _COLUMN_ROWS.get(card.rank, ())]
    spots += [(CARD_WIDTH_MM / 2, row) for row in _MIDDLE_ROWS.get(card.rank, ())]
    spots += [(CARD_WIDTH_MM - layout.pip_column, row) for row in _COLUMN_ROWS.get(card.rank, ())]
    for x, row in spots:
        y = 14 + row * (CARD_HEIGHT_MM - 28)
        mark = mask if row <= 0.5 else mask[::-1]
        print_mark(face, mark, (x - width / 2, y - height / 2, width, height), deck.inks[card.suit])
    if layout.has_rules:
        clear = max(box[0] + box[2] for box in deck.boxes(card)) + 0.5
        rng = np.random.default_rng(deck.seed)
        draw_rules(face, round(clear * ART_PX_PER_MM), rng)


_COURT_COLOURS: Final[tuple[Colour, ...]] = (
    (30, 30, 30),
    (40, 30, 200),
    (40, 190, 240),
    (180, 70, 20),
    (230, 240, 245),
)


def _court(face: Frame, deck: DrawnDeck, card: Card, rng: Rng) -> None:
    """A picture beside and below the index, as close to it as real courts come."""
    layout = deck.layout
    rank, suit = deck.boxes(card)
    left = layout.frame or max(rank[0] + rank[2], suit[0] + suit[2]) + rng.uniform(0.2, 4)
    top = rng.uniform(1.5, 14 if layout.frame else 9)
    low = suit[1] + suit[3] + rng.uniform(0.4, 5)
    under = rng.uniform(1, 6) if not layout.frame and rng.random() < 0.6 else left
    # Inside a frame there may be much white paper before the picture begins.
    inside = rng.uniform(0, 12, 2) if layout.frame and rng.random() < 0.5 else np.zeros(2)
    if deck.pictures:
        _picture(face, deck, (left + inside[0], top + inside[1], under + inside[0], low), rng)
    else:
        for corner in ((left, top + rng.uniform(0, 12)), (under, low)):
            for _ in range(int(rng.integers(8, 30))):
                _figment(face, (np.array(corner) + inside) * ART_PX_PER_MM, rng)
    if layout.frame and rng.random() < (0.5 if deck.pictures else 0.9):
        draw_frame(face, round(left * ART_PX_PER_MM), round(top * ART_PX_PER_MM), rng)
    if not deck.pictures and rng.random() < 0.75:
        size, mask = rng.uniform(5, 14), suit_mask(deck.suits, card.suit)
        place = (left + rng.uniform(0.3, 3), top + 1, size, size)
        print_mark(face, mask, place, deck.inks[card.suit])


def _picture(face: Frame, deck: DrawnDeck, place: Box, rng: Rng) -> None:
    """A drawn court: right of `left` and below `top`, and below `low` from `under` on."""
    left, top, under, low = (round(side * ART_PX_PER_MM) for side in place)
    picture = deck.pictures[int(rng.integers(len(deck.pictures)))]
    inside = 0 if deck.layout.frame else int(rng.integers(8, 40))
    scale = float(rng.uniform(0.8, 1.3))
    shown = cv2.resize(picture[inside:, inside:], None, fx=scale, fy=scale)
    shown = shown[: face.shape[0] - top, : face.shape[1] - under]
    if rng.random() < 0.3:
        shown = shown[:, :, rng.permutation(3)]
    below = np.full_like(face, 255)
    below[top : top + shown.shape[0], under : under + shown.shape[1]] = shown
    below[:low, :left] = 255
    face[:] = cv2.multiply(face, below, scale=1 / 255)


def _figment(face: Frame, corner: Points, rng: Rng) -> None:
    """One patch of cloth, one line or one row of hatching."""
    reach = np.abs(rng.normal(0, 1, (int(rng.integers(2, 6)), 2))) * (110, 200)
    points = (corner + 3 + reach * rng.uniform(0.1, 1)).astype(np.int32)
    colour = _COURT_COLOURS[int(rng.integers(len(_COURT_COLOURS)))]
    if rng.random() < 0.5:
        cv2.fillPoly(face, [points], colour, cv2.LINE_AA)
        cv2.polylines(face, [points], True, (30, 30, 30), int(rng.integers(1, 4)), cv2.LINE_AA)
        return
    step = np.array([int(rng.integers(6, 16)), 0])
    for i in range(int(rng.integers(1, 6))):
        shifted = np.maximum(points + step * i, corner.astype(np.int32))
        cv2.polylines(face, [shifted], False, colour, int(rng.integers(1, 6)), cv2.LINE_AA)


def _outline(face: Frame, width: float) -> None:
    thick = max(round(width * ART_PX_PER_MM), 1)
    face[:thick], face[:, :thick] = (60, 60, 60), (60, 60, 60)
