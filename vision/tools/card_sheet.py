"""Draws how a picture of the shoe window was read: paper, index, both readers, the answer."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import RANKS, SUITS
from vision.cards.corner import CornerReader
from vision.cards.geometry import WindowGeometry, window_of
from vision.cards.glyphs import Box, GlyphReader, Index, find_index
from vision.cards.opinion import NO_RANK, NO_SUIT, Opinion
from vision.cards.paper import (
    LEAD_MM,
    PATCH_SIZE,
    PX_PER_MM,
    Paper,
    evened,
    find_paper,
    ink_of,
    straightened,
)
from vision.cards.scene import SCENES, SceneReader, searchable
from vision.cards.scores import likeliest
from vision.cards.sighting import CardSighting
from vision.picture.frame import Frame, Map
from vision.tools import canvas

# Places are in search pixels, half as fine as the window's.
WINDOW_SCALE: Final = 4
PATCH_SCALE: Final = 2
MARGIN: Final = 12
VIEW_PX: Final = 640
SHEET: Final = (480 + 2 * (2 * PATCH_SIZE[0]) + 4 * MARGIN + 40, 640 + 2 * MARGIN)


@dataclass(frozen=True, slots=True)
class Stages:
    """What the reader sees on its way to an answer."""

    window: Frame
    paper: Paper
    patch: Frame
    ink: Map
    scene: str
    scene_chance: float
    corner: Opinion
    glyph: Opinion | None
    boxes: Index | None


class CardExplainer:
    """Looks again at a picture, stage by stage, and draws each."""

    def __init__(self, geometry: WindowGeometry) -> None:
        self._geometry = geometry
        self._scene = SceneReader()
        self._corner = CornerReader()
        self._glyphs = GlyphReader()

    def draw(self, frame: Frame, sighting: CardSighting) -> Frame:
        """One sheet: the window, the straightened corner, its ink, and the readers' answers."""
        window = window_of(frame, self._geometry)
        if window is None:
            return _whole(frame, sighting)
        return _sheet(self.stages(window), sighting)

    def view(self, frame: Frame) -> Frame:
        """The window alone, with the card's edges and its index; the whole frame without one."""
        window = window_of(frame, self._geometry)
        if window is None:
            return canvas.enlarged(frame, VIEW_PX / max(frame.shape[:2]))
        return _window_view(self.stages(window))

    def stages(self, window: Frame) -> Stages:
        """Everything the reader works out for one window."""
        search = searchable(window)
        scenes = self._scene.read(search)
        best = likeliest(scenes)
        paper = find_paper(search)
        patch = evened(straightened(search, paper))
        corner, _ = self._corner.read(patch)
        boxes = find_index(patch)
        glyph = self._glyphs.read(boxes) if boxes else None
        ink = boxes.ink if boxes else ink_of(patch)
        name, chance = SCENES[best], scenes[best]
        return Stages(window, paper, patch, ink, name, chance, corner, glyph, boxes)


def _sheet(stages: Stages, sighting: CardSighting) -> Frame:
    picture = canvas.sheet(*SHEET)
    canvas.put(picture, _window_view(stages), MARGIN, MARGIN)
    left = 480 + 2 * MARGIN
    canvas.put(picture, canvas.enlarged(stages.patch, PATCH_SCALE), left, MARGIN + 20)
    canvas.write(picture, "straightened", (left, MARGIN + 12), canvas.QUIET, 0.4)
    left += PATCH_SCALE * PATCH_SIZE[0] + MARGIN
    canvas.put(picture, _ink_view(stages), left, MARGIN + 20)
    canvas.write(picture, "ink", (left, MARGIN + 12), canvas.QUIET, 0.4)
    _answer(picture, stages, sighting, (480 + 2 * MARGIN, 380))
    return picture


def _window_view(stages: Stages) -> Frame:
    view = canvas.enlarged(stages.window, WINDOW_SCALE / 2)
    paper, reach = stages.paper, 400.0
    c, s = float(np.cos(paper.turn)), float(np.sin(paper.turn))
    corner = (paper.x * WINDOW_SCALE, paper.y * WINDOW_SCALE)
    for along, is_seen in (((c, s), paper.top_seen), ((-s, c), paper.left_seen)):
        if is_seen:
            end = (corner[0] + along[0] * 2 * reach, corner[1] + along[1] * 2 * reach)
            canvas.line_through(view, [corner, end], canvas.EDGE)
    if stages.boxes is not None:
        for box in (stages.boxes.rank, stages.boxes.suit):
            canvas.line_through(view, _in_window(box, paper), canvas.MARK, closed=True)
    return view


def _in_window(box: Box, paper: Paper) -> list[tuple[float, float]]:
    """The corners of a box of the straightened corner, where they lie in the window's view."""
    lead = LEAD_MM * PX_PER_MM
    c, s = float(np.cos(paper.turn)), float(np.sin(paper.turn))
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.low), (box.left, box.low))
    moved = [(x - lead, y - lead) for x, y in corners]
    return [
        ((paper.x + c * x - s * y) * WINDOW_SCALE, (paper.y + s * x + c * y) * WINDOW_SCALE)
        for x, y in moved
    ]


def _ink_view(stages: Stages) -> Frame:
    view = canvas.enlarged(
        np.asarray(cv2.cvtColor(stages.ink, cv2.COLOR_GRAY2BGR), np.uint8), PATCH_SCALE
    )
    if stages.boxes is not None:
        for box in (stages.boxes.rank, stages.boxes.suit):
            ends = [(box.left * PATCH_SCALE, box.top * PATCH_SCALE)]
            ends.append((box.right * PATCH_SCALE, box.low * PATCH_SCALE))
            cv2.rectangle(view, ends[0], ends[1], canvas.MARK, 1)
    return view


def _answer(picture: Frame, stages: Stages, sighting: CardSighting, at: tuple[int, int]) -> None:
    left, top = at
    headline = str(sighting.card) if sighting.card is not None else sighting.kind
    colour = canvas.GOOD if sighting.card is not None else canvas.BAD
    canvas.write(picture, headline, (left, top + 24), colour, 1.1)
    canvas.write(picture, f"confidence {sighting.confidence:.3f}", (left, top + 52), canvas.WORDS)
    lines = [
        f"in sight: {stages.scene} {stages.scene_chance:.2f}",
        f"corner reader: {_named(stages.corner)}",
        f"glyph reader: {_named(stages.glyph) if stages.glyph else 'cannot part rank and suit'}",
        *canvas.wrapped(sighting.reason, 44),
    ]
    for number, line in enumerate(lines):
        canvas.write(
            picture,
            line,
            (left, top + 88 + 24 * number),
            canvas.WORDS if number < 3 else colour,
            0.48,
        )


def _named(opinion: Opinion) -> str:
    rank, suit = likeliest(opinion.ranks), likeliest(opinion.suits)
    letters = f"{'?' if rank == NO_RANK else RANKS[rank]}{'?' if suit == NO_SUIT else SUITS[suit]}"
    name = "nothing" if letters == "??" else letters
    return f"{name}  {opinion.ranks[rank]:.3f} / {opinion.suits[suit]:.3f}"


def _whole(frame: Frame, sighting: CardSighting) -> Frame:
    """A picture without a window in it, small, with the reason below."""
    factor = VIEW_PX / max(frame.shape[:2])
    view = canvas.enlarged(frame, factor)
    picture = canvas.sheet(max(view.shape[1], 480) + 2 * MARGIN, view.shape[0] + 90)
    canvas.put(picture, view, MARGIN, MARGIN)
    for number, line in enumerate(canvas.wrapped(sighting.reason, 52)):
        place = (MARGIN, view.shape[0] + MARGIN + 26 + 24 * number)
        canvas.write(picture, line, place, canvas.BAD)
    return picture
