"""The card reader: one frame of the shoe window in, one sighting out."""

from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np

from controller.core.cards import Card
from vision.cards.corner import CornerReader
from vision.cards.geometry import DEFAULT, WindowGeometry, window_of
from vision.cards.glyphs import GlyphReader, Index
from vision.cards.judgement import THRESHOLDS, Verdict, agreed, colour_fits, ink_colour
from vision.cards.nets import Scores, chances
from vision.cards.opinion import Opinion
from vision.cards.paper import Paper, find_paper, straightened
from vision.cards.scene import REASONS, SCENES, SceneReader, searchable
from vision.cards.sighting import CardSighting, Kind
from vision.frame import Frame

__all__ = ["DEFAULT", "CardReader", "CardSighting", "Kind", "WindowGeometry"]

_SURE_SCENE: Final = 0.97
_JOKER: Final = SCENES.index("joker")
_TWO_CARDS: Final = SCENES.index("two-cards")
# What only the whole window shows; its corner alone means nothing.
_SEEN_WHOLE: Final = ("empty", "dirty", "cut-card", "finger", "sun")
# A second look starts from a corner moved by so many search pixels.
_SECOND_LOOK_PX: Final = 1.6
_STILL_MEAN: Final = 1.2
_STILL_MOST: Final = 26.0

Found: TypeAlias = tuple[Opinion, Index]


class CardReader:
    """Reads frames of one window; answers an unchanged frame at once from the last reading."""

    def __init__(self, geometry: WindowGeometry = DEFAULT) -> None:
        self.geometry = geometry
        self._scene = SceneReader()
        self._glance = CornerReader("card-glance")
        self._corner = CornerReader()
        self._glyphs = GlyphReader()
        self._last: tuple[Frame, CardSighting] | None = None

    def read(self, frame: Frame) -> CardSighting:
        """Say what the frame shows; never guesses a card."""
        window = window_of(frame, self.geometry)
        if window is None:
            return CardSighting("unreadable", None, 0.0, _wrong_size(frame, self.geometry))
        search = searchable(window)
        if self._last is not None and _unchanged(search, self._last[0]):
            return self._last[1]
        sighting = self._look(search)
        self._last = (search, sighting)
        return sighting

    def _look(self, search: Frame) -> CardSighting:
        """A glance is enough for most frames; what it does not name is looked at closely."""
        scenes = self._scene.read(search)
        scene = int(scenes.argmax())
        if SCENES[scene] not in ("card", "joker", "foreign") and scenes[scene] > _SURE_SCENE:
            return _named(SCENES[scene], float(scenes[scene]))
        paper = find_paper(search)
        patch = straightened(search, paper)
        found = self._glyphs.read(patch)
        opinion, kinds = self._glance.read(patch)
        first = _in_colour(agreed([opinion], [found[0]] if found else []), patch, found)
        sighting = _sighting(first, scenes, chances(kinds))
        return sighting if sighting.card else self._closely(search, paper, patch, found, scenes)

    def _closely(
        self, search: Frame, paper: Paper, patch: Frame, found: Found | None, scenes: Scores
    ) -> CardSighting:
        """The slower net's word; one that stays unsure looks again from a moved corner."""
        corner, kinds = self._corner.read(patch)
        corners, glyphs = [corner], [found[0]] if found else []
        verdict = agreed(corners, glyphs)
        if verdict.card is None and corner.card is not None:
            moved = replace(paper, x=paper.x - _SECOND_LOOK_PX, y=paper.y - _SECOND_LOOK_PX)
            again = straightened(search, moved)
            corners.append(self._corner.read(again)[0])
            other = self._glyphs.read(again)
            if other is not None:
                glyphs.append(other[0])
                patch, found = (again, other) if found is None else (patch, found)
            verdict = agreed(corners, glyphs)
        return _sighting(_in_colour(verdict, patch, found), scenes, chances(kinds))


def _in_colour(verdict: Verdict, patch: Frame, found: Found | None) -> Verdict:
    """The verdict, unless the ink has a colour that this card never has."""
    if verdict.card is None or found is None:
        return verdict
    colour = ink_colour(patch, found[1])
    if colour_fits(verdict.card, colour):
        return verdict
    return Verdict(None, 0.0, f"read as {verdict.card.value}, but its ink is {colour}")


def _sighting(verdict: Verdict, scenes: Scores, kinds: Scores) -> CardSighting:
    """The card, unless the window shows something else as well."""
    scene = int(scenes.argmax())
    doubled = (scenes[_TWO_CARDS] + kinds[_TWO_CARDS]) / 2 > THRESHOLDS.two_cards
    if verdict.card is not None and doubled:
        return _named("two-cards", float(kinds[_TWO_CARDS]))
    if verdict.card is not None and scenes[0] + kinds[0] > THRESHOLDS.card_scene:
        return CardSighting("card", verdict.card, verdict.confidence, "")
    if SCENES[scene] in _SEEN_WHOLE and scenes[scene] > 0.5:
        return _named(SCENES[scene], float(scenes[scene]))
    return _refused(verdict, np.asarray((scenes + kinds) / 2, np.float32))


def _refused(verdict: Verdict, kinds: Scores) -> CardSighting:
    """Why no card is named: what else it is, or what the readers lack."""
    kind = int(kinds.argmax())
    if kind == _JOKER and kinds[kind] > 0.8:
        return CardSighting("joker", Card.JOKER, float(kinds[kind]), "a joker")
    if kind not in (0, _JOKER) and kinds[kind] > 0.5:
        return _named(SCENES[kind], float(kinds[kind]))
    reason = verdict.reason or "unsure"
    return CardSighting("unreadable", None, verdict.confidence, reason, verdict.leaning)


def _named(scene: str, confidence: float) -> CardSighting:
    kind, reason = REASONS[scene]
    return CardSighting(kind, None, confidence, reason)


def _unchanged(search: Frame, last: Frame) -> bool:
    mean = cv2.norm(search, last, cv2.NORM_L1) / search.size
    return mean < _STILL_MEAN and cv2.norm(search, last, cv2.NORM_INF) < _STILL_MOST


def _wrong_size(frame: Frame, geometry: WindowGeometry) -> str:
    seen = "x".join(str(side) for side in frame.shape[:2][::-1])
    wanted = f"{geometry.width_px}x{geometry.height_px}"
    return f"the picture is {seen}, the window {wanted}; calibrate the camera"
