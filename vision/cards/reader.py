"""The card reader: one frame of the shoe window in, one sighting out."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2

from controller.facts.cards import Card
from vision.cards.corner import CornerReader
from vision.cards.geometry import DEFAULT, WindowGeometry, window_of
from vision.cards.glyphs import GlyphReader, Index, find_index, has_mark
from vision.cards.hindrance import CUT_OFF, LINED, OBSTACLES, hindrance
from vision.cards.judgement import (
    GLANCE,
    MAY_BE_TWO,
    NO_COLOUR,
    THRESHOLDS,
    TWO_AT_A_GLANCE,
    TWO_CLOSELY,
    TwoCards,
    Verdict,
    agreed,
    colour_fits,
    ink_colour,
    is_grey,
    is_other_letter,
)
from vision.cards.layout import MISPLACED, TWO_CARDS, DeckLayout
from vision.cards.paper import Paper, evened, find_paper, straightened
from vision.cards.scene import REASONS, SCENES, SceneReader, is_dark, searchable, shows_paper
from vision.cards.scores import Scores, chances, likeliest
from vision.cards.second_card import SECOND_EDGE, Doubt, shows_second_card
from vision.cards.second_index import SECOND_INDEX, shows_second_index
from vision.cards.sighting import CardSighting, Kind
from vision.cards.straight import RIGHT_EDGE, ends_inside, straight, straight_brightest
from vision.picture.frame import Frame

__all__ = ["DEFAULT", "CardReader", "CardSighting", "Kind", "WindowGeometry"]

_SURE_SCENE: Final = 0.97
_PLAIN: Final = 0.999
_CARD: Final = SCENES.index("card")
_JOKER: Final = SCENES.index("joker")
_TWO_CARDS: Final = SCENES.index("two-cards")
# What only the whole window shows; its corner alone means nothing.
_SEEN_WHOLE: Final = ("empty", "dirty", "cut-card", "finger", "sun")
# What is never told from the whole window alone.
_NEEDS_CORNER: Final = ("card", "joker", "foreign", "two-cards")
# Where these are told no card can be made out, let alone two.
_NO_CARD: Final = frozenset(
    reason for name, (_, reason) in REASONS.items() if name not in ("foreign", "two-cards")
)
# A second look starts from a corner moved by this many search pixels.
_SECOND_LOOK_PX: Final = 1.6
# Courts stand in frames; other cards of a deck have no lines beside their marks.
_LEAST_COURT: Final = 11
_STILL_MEAN: Final = 1.2
_STILL_MOST: Final = 26.0


@dataclass(frozen=True, slots=True)
class Corner:
    """The card's corner: where it lies, straightened, evened, and the index found on it."""

    paper: Paper
    raw: Frame
    patch: Frame
    index: Index | None


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the quick nets make of a corner: the card, and the chances of each kind of scene."""

    verdict: Verdict
    kinds: Scores

    @property
    def is_plain(self) -> bool:
        """Whether it shows one card so plainly that the rest of the window need not be asked."""
        is_card = self.verdict.card is not None and self.kinds[_CARD] >= _PLAIN
        return is_card and not self.may_be_two

    @property
    def may_be_two(self) -> bool:
        """Whether two cards are likely enough for the larger nets to be asked."""
        return self.kinds[_TWO_CARDS] > MAY_BE_TWO


class CardReader:
    """Reads frames of one window; answers an unchanged frame at once from the last reading."""

    def __init__(
        self, geometry: WindowGeometry = DEFAULT, layout: DeckLayout | None = None
    ) -> None:
        self.geometry = geometry
        # Where one deck passes by; pictures of many decks have no layout in common.
        self.layout = layout
        self._scene = SceneReader()
        self._corner_glance = CornerReader("card-corner-glance")
        self._glyph_glance = GlyphReader("card-glyph-glance")
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
        """What lies in the window, unless a second card lies there as well."""
        if is_dark(search):
            return _named("empty", 1.0)
        corner = _corner_at(search, find_paper(search))
        sighting = _over_paper(self._judged(search, corner), search)
        sighting = self._alone(sighting, search, corner)
        self._learn(sighting, corner)
        return sighting

    def _judged(self, search: Frame, corner: Corner) -> CardSighting:
        """A glance is enough for most frames; what it does not settle is looked at closely."""
        glimpse = self._glance(corner)
        if glimpse is not None and glimpse.is_plain:
            return _card(glimpse.verdict)
        scenes = self._scene.read(search)
        scene = likeliest(scenes)
        if SCENES[scene] not in _NEEDS_CORNER and scenes[scene] > _SURE_SCENE:
            return _named(SCENES[scene], scenes[scene])
        if glimpse is not None and not glimpse.may_be_two:
            sighting = _sighting(glimpse.verdict, scenes, glimpse.kinds, TWO_AT_A_GLANCE, corner)
            if sighting.card is not None:
                return sighting
        return self._look_closely(search, corner, scenes)

    def _glance(self, corner: Corner) -> Glimpse | None:
        """The quick nets' word, when there is an index to read."""
        if corner.index is None:
            return None
        opinion, kinds = self._corner_glance.read(corner.patch)
        verdict = agreed([opinion], [self._glyph_glance.read(corner.index)], GLANCE)
        return Glimpse(self._unhindered(_in_colour(verdict, corner), corner), chances(kinds))

    def _look_closely(self, search: Frame, corner: Corner, scenes: Scores) -> CardSighting:
        """The slower nets' word; when they stay unsure, they look again from a moved corner."""
        opinion, kinds = self._corner.read(corner.patch)
        opinions, glyphs = [opinion], [self._glyphs.read(corner.index)] if corner.index else []
        verdict = agreed(opinions, glyphs)
        if verdict.card is None and opinion.card is not None:
            again = _corner_at(search, _moved(corner.paper))
            opinions.append(self._corner.read(again.patch)[0])
            if again.index is not None:
                glyphs.append(self._glyphs.read(again.index))
            verdict = agreed(opinions, glyphs)
            corner = corner if corner.index else again
        verdict = self._unhindered(_in_colour(verdict, corner), corner)
        return _sighting(verdict, scenes, chances(kinds), TWO_CLOSELY, corner)

    def _alone(self, sighting: CardSighting, search: Frame, corner: Corner) -> CardSighting:
        """The sighting, unless it may be of two cards, or of one that lies wrong."""
        is_card, is_two = sighting.kind == "card", sighting.kind == "two-cards"
        if not (is_card or is_two or sighting.kind == "unreadable") or sighting.reason in _NO_CARD:
            return sighting
        window = straight(search, corner.paper)
        if (is_card or is_two) and ends_inside(search, corner.paper, window.light):
            return replace(sighting, kind="unreadable", card=None, reason=RIGHT_EDGE)
        if is_two:
            return sighting
        doubt, brightest = (
            self._doubt(sighting, corner),
            partial(straight_brightest, search, corner.paper),
        )
        if shows_second_card(window, corner.paper, doubt, brightest):
            return replace(sighting, kind="two-cards", card=None, reason=SECOND_EDGE)
        if corner.index and shows_second_index(window, corner.index, self._glyph_glance):
            return replace(sighting, kind="two-cards", card=None, reason=SECOND_INDEX)
        return sighting

    def _doubt(self, sighting: CardSighting, corner: Corner) -> Doubt:
        """How much speaks for a second card before its edge is looked for."""
        card = sighting.card
        suit = card.suit if card else ""
        if self.layout and corner.index and self.layout.is_shifted(corner.index, suit):
            return Doubt.SHIFTED
        is_court = card is not None and card.rank >= _LEAST_COURT
        is_told = is_court or (sighting.reason in OBSTACLES and sighting.reason != CUT_OFF)
        return Doubt.NONE if is_told else Doubt.SOME

    def _learn(self, sighting: CardSighting, corner: Corner) -> None:
        """A card that was told, or but for its deck's way of printing, teaches that way."""
        if self.layout is None or corner.index is None:
            return
        is_print = sighting.reason in (CUT_OFF, LINED)
        card = sighting.leaning if is_print else sighting.card
        if card is not None and card is not Card.JOKER:
            if not self.layout.objection(corner.index, card.suit):
                is_asked = self.layout.is_lined or sighting.reason == LINED
                has_line = is_asked and hindrance(corner.raw, corner.index) == LINED
                self.layout.learn(corner.index, card.suit, has_line)
        elif sighting.reason == MISPLACED or sighting.reason in TWO_CARDS:
            self.layout.take_for_stranger()

    def _unhindered(self, verdict: Verdict, corner: Corner) -> Verdict:
        """The verdict, unless a part of the index may be hidden: then the frame has no vote."""
        if corner.index is None:
            return verdict
        reason = hindrance(corner.raw, corner.index)
        if verdict.card is None:
            return replace(
                verdict, reason=reason or self._off_corner(corner.index) or verdict.reason
            )
        if is_other_letter(verdict, corner.index):
            reason = self._off_corner(corner.index) or REASONS["foreign"][1]
            return Verdict(None, verdict.confidence, reason)
        reason = self._where_printed(reason, corner.index, verdict.card.suit)
        return Verdict(None, 0.0, reason, verdict.leaning) if reason else verdict

    def _off_corner(self, index: Index) -> str:
        """What is said of a whole index off its corner, be it read or not."""
        objection = "" if self.layout is None else self.layout.objection(index, "")
        return objection if objection in TWO_CARDS else ""

    def _where_printed(self, reason: str, index: Index, suit: str) -> str:
        """What speaks against the index; how a deck prints at its edge is learned."""
        if self.layout is None or reason not in ("", CUT_OFF, LINED):
            return reason
        excuses = {CUT_OFF: self.layout.is_at_edge, LINED: self.layout.is_lined}
        return self.layout.objection(index, suit) if excuses.get(reason, True) else reason


def _over_paper(sighting: CardSighting, search: Frame) -> CardSighting:
    """A hand over paper hides a card, which must not pass as if nothing had been drawn."""
    if sighting.kind == "finger" and shows_paper(search):
        return replace(sighting, kind="unreadable")
    return sighting


def _corner_at(search: Frame, paper: Paper) -> Corner:
    raw = straightened(search, paper)
    patch = evened(raw)
    return Corner(paper, raw, patch, find_index(patch))


def _moved(paper: Paper) -> Paper:
    return replace(paper, x=paper.x - _SECOND_LOOK_PX, y=paper.y - _SECOND_LOOK_PX)


def _in_colour(verdict: Verdict, corner: Corner) -> Verdict:
    """The verdict, unless the ink has a colour that this card never has."""
    if verdict.card is None or corner.index is None:
        return verdict
    colour = ink_colour(corner.patch, corner.index)
    if colour_fits(verdict.card, colour):
        return verdict
    if is_grey(corner.raw):
        return Verdict(None, 0.0, NO_COLOUR)
    return Verdict(None, 0.0, f"read as {verdict.card.value}, but its ink is {colour}")


def _sighting(
    verdict: Verdict, scenes: Scores, kinds: Scores, two: TwoCards, corner: Corner
) -> CardSighting:
    """The card, unless the window shows something else as well."""
    scene = likeliest(scenes)
    if verdict.card is not None and two.suspected(scenes[_TWO_CARDS], kinds[_TWO_CARDS]):
        return _named("two-cards", kinds[_TWO_CARDS])
    if verdict.card is not None and scenes[_CARD] + kinds[_CARD] > THRESHOLDS.card_scene:
        return _card(verdict)
    if SCENES[scene] in _SEEN_WHOLE and scenes[scene] > 0.5:
        return _named(SCENES[scene], scenes[scene])
    joker = min(scenes[_JOKER], kinds[_JOKER])
    if joker > THRESHOLDS.joker and has_mark(corner.patch):
        return CardSighting("joker", Card.JOKER, joker, "a joker")
    return _refused(verdict, [(a + b) / 2 for a, b in zip(scenes, kinds, strict=True)])


def _card(verdict: Verdict) -> CardSighting:
    return CardSighting("card", verdict.card, verdict.confidence, "")


def _refused(verdict: Verdict, kinds: Scores) -> CardSighting:
    """Why no card is named: what else it is, or what the readers lack."""
    kind = likeliest(kinds)
    if verdict.reason in TWO_CARDS:
        return CardSighting("two-cards", None, verdict.confidence, verdict.reason)
    if kind not in (_CARD, _JOKER) and kinds[kind] > 0.5:
        return _named(SCENES[kind], kinds[kind])
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
