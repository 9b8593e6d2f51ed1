"""What is not a face: backs, cut cards, blank paper, jokers, skin and mere texture."""

from typing import Final

import cv2
import numpy as np

from vision.emulation.cards.deck import (
    ART_PX_PER_MM,
    Colour,
    DrawnDeck,
    blank_paper,
    flat,
    print_mark,
)
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.suits import suit_mask
from vision.emulation.cards.typeface import rank_mask
from vision.picture.frame import Frame

OTHER_LETTERS: Final = "VDRBEO"


def random_colour(rng: Rng) -> Colour:
    """A saturated printing colour."""
    hue = np.array([[[rng.integers(180), rng.integers(120, 255), rng.integers(60, 230)]]], np.uint8)
    b, g, r = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0]
    return (int(b), int(g), int(r))


def back(rng: Rng) -> Frame:
    """A card's back: a lattice, rings or a plain field, mostly inside a white border."""
    paper = blank_paper((246, 248, 248))
    ink = (
        random_colour(rng)
        if rng.random() < 0.5
        else (40, 30, 170)
        if rng.random() < 0.5
        else (150, 50, 20)
    )
    border = rng.choice([0.0, rng.uniform(2, 6)])
    field = flat((paper.shape[0], paper.shape[1]), ink)
    _lattice(field, rng, (235, 240, 240))
    start = round(border * ART_PX_PER_MM)
    paper[start:, start:] = field[start:, start:]
    return paper


def _lattice(field: Frame, rng: Rng, colour: Colour) -> None:
    step, thick = int(rng.integers(8, 60)), int(rng.integers(1, 9))
    kind = int(rng.integers(4))
    high, wide = field.shape[:2]
    for at in range(-high, wide + high, step):
        if kind in (0, 3):
            cv2.line(field, (at, 0), (at + high, high), colour, thick, cv2.LINE_AA)
            cv2.line(field, (at, high), (at + high, 0), colour, thick, cv2.LINE_AA)
        if kind in (1, 3):
            cv2.circle(field, (wide * 3 // 4, high), abs(at) + 2, colour, thick, cv2.LINE_AA)
    if kind == 2:
        for x in range(step // 2, wide, step):
            for y in range(step // 2, high, step):
                cv2.circle(field, (x, y), max(step // 3, 1), colour, -1, cv2.LINE_AA)


def cut_card(rng: Rng) -> Frame:
    """Plastic of one colour."""
    return blank_paper(random_colour(rng) if rng.random() < 0.85 else (30, 220, 245))


def blank(rng: Rng, deck: DrawnDeck) -> Frame:
    """Paper with nothing at its corner; sometimes a picture or pips further in."""
    paper = blank_paper(deck.paper)
    if rng.random() < 0.5:
        mask = suit_mask(deck.suits, str(rng.choice(list("cdhs"))))
        size = rng.uniform(8, 30)
        spot = (rng.uniform(19, 32), rng.uniform(16, 40), size, size)
        print_mark(paper, mask, spot, deck.inks["s"])
    return paper


def joker(rng: Rng, deck: DrawnDeck) -> Frame:
    """A joker: the word down the edge or a star, and a picture."""
    paper = blank_paper(deck.paper)
    ink = deck.inks[str(rng.choice(["h", "s"]))]
    layout = deck.layout
    if rng.random() < 0.75:
        height = rng.uniform(2.6, 5.5)
        for i, letter in enumerate("JOKER"):
            mask = rank_mask(deck.typeface, letter)
            width = min(height * mask.shape[1] / mask.shape[0], 6.0)
            top = layout.top + i * height * rng.uniform(1.1, 1.15)
            print_mark(paper, mask, (layout.centre - width / 2, top, width, height), ink)
    else:
        _star(paper, rng, (layout.centre, layout.top + 4))
    _scribble(paper, rng)
    return paper


def _star(paper: Frame, rng: Rng, centre: tuple[float, float]) -> None:
    turn = np.radians(np.arange(10) * 36 - 90)
    reach = np.where(np.arange(10) % 2, rng.uniform(1, 2), rng.uniform(3, 5)) * ART_PX_PER_MM
    points = np.stack([np.cos(turn) * reach, np.sin(turn) * reach], axis=1)
    points += np.array(centre) * ART_PX_PER_MM
    cv2.fillPoly(paper, [points.astype(np.int32)], random_colour(rng), cv2.LINE_AA)


def _scribble(paper: Frame, rng: Rng) -> None:
    for _ in range(int(rng.integers(6, 25))):
        points = rng.uniform((150, 80), (460, 560), (int(rng.integers(2, 5)), 2)).astype(np.int32)
        if rng.random() < 0.6:
            cv2.fillPoly(paper, [points], random_colour(rng), cv2.LINE_AA)
        else:
            cv2.polylines(paper, [points], False, random_colour(rng), 4, cv2.LINE_AA)


def foreign_index(rng: Rng, deck: DrawnDeck) -> Frame:
    """An index that must not be taken for one of ours: another letter, with or without suit."""
    paper = blank_paper(deck.paper)
    layout, ink = deck.layout, deck.inks[str(rng.choice(["h", "s"]))]
    letter = str(rng.choice(list(OTHER_LETTERS)))
    mask = rank_mask(deck.typeface, letter)
    width = min(layout.rank_height * mask.shape[1] / mask.shape[0], layout.rank_most_width)
    box = (layout.centre - width / 2, layout.top, width, layout.rank_height)
    print_mark(paper, mask, box, ink)
    if rng.random() < 0.7:
        suit = suit_mask(deck.suits, str(rng.choice(list("cdhs"))))
        below = layout.top + layout.rank_height + layout.gap
        side = layout.suit_height
        print_mark(paper, suit, (layout.centre - side / 2, below, side, side), ink)
    return paper


def texture(rng: Rng, size: tuple[int, int]) -> Frame:
    """Something natural: clouds of colour with fur, edges and blots; `size` is height, width."""
    high, wide = size
    image = np.zeros((high, wide, 3), np.float32)
    for cells in (3, 7, 17, 45):
        grid = rng.uniform(-1, 1, (cells * high // wide + 2, cells + 2, 3)).astype(np.float32)
        tint = rng.uniform(0.2, 1, 3).astype(np.float32)
        image += (
            cv2.resize(grid, (wide, high), interpolation=cv2.INTER_CUBIC) * tint * (40 / cells**0.4)
        )
    image = image * rng.uniform(0.6, 2) + rng.uniform(50, 200, 3).astype(np.float32)
    picture = np.clip(image, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 60))):
        start = rng.uniform(0, (wide, high)).astype(int)
        end = start + rng.normal(0, wide / 8, 2).astype(int)
        shade = random_colour(rng)
        if rng.random() < 0.3:
            cv2.circle(picture, (int(start[0]), int(start[1])), int(rng.integers(2, 25)), shade, -1)
        else:
            ends = ((int(start[0]), int(start[1])), (int(end[0]), int(end[1])))
            cv2.line(picture, *ends, shade, int(rng.integers(1, 7)), cv2.LINE_AA)
    return picture
