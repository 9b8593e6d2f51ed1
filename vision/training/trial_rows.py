"""What the card reader is tried with, a row each: one thing in the way or changed at a time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

import cv2
import numpy as np

from controller.facts.cards import DECK, Card
from vision.emulation.cards.deck import Art, DrawnDeck, blank_paper
from vision.emulation.cards.oddities import blank, foreign_index
from vision.emulation.cards.optics import CLEAN, LEVELS, Level, see
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.stacked import stacked_window
from vision.emulation.cards.troubles import TROUBLES, index_place, mirrored_lamp, troubled_window
from vision.emulation.cards.window import Oddity, Pose, on_bed, render_window
from vision.picture.frame import Frame

# A window set up as `vision calibrate` asks for: paper bright, but short of the sensor's limit.
CALIBRATED: Final[Level] = replace(CLEAN, light=(0.75, 0.9))
# What a row may answer: the card, either of two, or nothing at all.
Right: TypeAlias = Literal["card", "two", "none"]


class Shown(NamedTuple):
    """One card of one deck, where it lies, and the chance of its frame."""

    art: Art
    card: Card
    pose: Pose
    rng: Rng


Draw: TypeAlias = Callable[[Shown], Frame]


@dataclass(frozen=True, slots=True)
class Row:
    """One trial: what is drawn, in how many frames, what may be answered and how often wrong."""

    draw: Draw
    right: Right = "card"
    frames: int = 1
    most_wrong: float = 0.001
    # How far a card may be turned, and whether light and noise are the same in all frames.
    level: Level = CLEAN
    is_still: bool = True


def _plain(shown: Shown) -> Frame:
    return render_window(shown.card, shown.rng, CALIBRATED, shown.art, shown.pose)


def _whole(level: str, shown: Shown) -> Frame:
    return render_window(shown.card, shown.rng, level, shown.art, shown.pose)


def _whole_rows() -> Iterator[tuple[str, Row]]:
    """The whole index in sight, at every level, in one frame and in five."""
    for name in ("clean", "mid", "hard"):
        draw, level = partial(_whole, name), LEVELS[name]
        yield f"whole index, {name}, one frame", Row(draw, "card", 1, 2e-4, level)
        yield f"whole index, {name}, five frames", Row(draw, "card", 5, 5e-5, level, is_still=False)


def _seen(change: Callable[[Frame], Frame], shown: Shown) -> Frame:
    """The finished picture, changed."""
    return np.asarray(change(_plain(shown)), np.uint8)


def _turned(most_deg: float, least_deg: float, shown: Shown) -> Frame:
    turn = float(shown.rng.choice([-1, 1]) * shown.rng.uniform(least_deg, most_deg))
    left = max(shown.pose.left_mm, 3.0)
    return _plain(shown._replace(pose=Pose(left, max(shown.pose.top_mm, 3.0), turn)))


def _sized(scale: float, shown: Shown) -> Frame:
    """A card printed smaller or larger."""
    face = shown.art.face(shown.card)
    high, wide = face.shape[:2]
    other = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:high, :wide]
    grown = cv2.copyMakeBorder(
        other, 0, high - other.shape[0], 0, wide - other.shape[1], cv2.BORDER_REPLICATE
    )
    return _laid(np.asarray(grown, np.uint8), shown)


def _laid(face: Frame, shown: Shown) -> Frame:
    return see(on_bed(face, shown.pose, shown.rng, CALIBRATED), shown.rng, CALIBRATED)


def _coarse(px_per_mm: float, frame: Frame) -> Frame:
    small = cv2.resize(
        frame, None, fx=px_per_mm / 8, fy=px_per_mm / 8, interpolation=cv2.INTER_AREA
    )
    size = frame.shape[1], frame.shape[0]
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _streaked(length: int, axis: int, frame: Frame) -> Frame:
    return np.asarray(cv2.blur(frame, (length, 1) if axis else (1, length)), np.uint8)


def _blurred(sigma: float, frame: Frame) -> Frame:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), sigma), np.uint8)


def _lit(gains: tuple[float, float, float], frame: Frame) -> Frame:
    return np.asarray(np.clip(frame * np.array(gains), 0, 255), np.uint8)


def _grained(sigma: float, shown: Shown) -> Frame:
    frame = _plain(shown)
    return np.asarray(np.clip(frame + shown.rng.normal(0, sigma, frame.shape), 0, 255), np.uint8)


def _grey(frame: Frame) -> Frame:
    return np.asarray(
        cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
    )


def _soft_glare(strength: float, shown: Shown) -> Frame:
    """A wide reflection over the index, through which ink shows."""
    frame, place = _plain(shown), index_place(shown.art, shown.card, shown.pose)
    x, y = (place.centre[i] + shown.rng.normal(0, 12) for i in (0, 1))
    rows, columns = np.mgrid[: frame.shape[0], : frame.shape[1]]
    reach = shown.rng.uniform(15, 45)
    light = strength * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * reach**2))
    return np.asarray(np.clip(frame + light[:, :, None], 0, 255), np.uint8)


def _lamp(size: tuple[int, int], shown: Shown) -> Frame:
    place = index_place(shown.art, shown.card, shown.pose)
    return mirrored_lamp(_plain(shown), place, shown.rng, size)


def _troubled(trouble: str, shown: Shown) -> Frame:
    return troubled_window(shown.card, shown.art, shown.pose, trouble, shown.rng, CALIBRATED)


def partner(card: Card) -> Card:
    """The card that lies on this one when two are drawn: of another rank and suit."""
    return DECK[(DECK.index(card) + 21) % len(DECK)]


def _two(shown: Shown) -> Frame:
    pair = shown.card, partner(shown.card)
    return stacked_window(shown.art, pair, shown.pose, shown.rng, CALIBRATED)


def _odd(kind: Oddity, shown: Shown) -> Frame:
    return render_window(kind, shown.rng, CALIBRATED, shown.art, shown.pose)


def _bare(shown: Shown) -> Frame:
    """A corner without an index, with pips or a picture further in."""
    deck = shown.art if isinstance(shown.art, DrawnDeck) else None
    face = blank_paper((246, 248, 248)) if deck is None else blank(shown.rng, deck)
    return _laid(face, shown)


def _across(shown: Shown) -> Frame:
    """A card turned by 90 degrees, with its index lying on its side."""
    face = shown.art.face(shown.card)
    side = min(face.shape[:2])
    turns = int(shown.rng.choice([1, 3]))
    turned = np.rot90(face[:side, :side], turns)
    return _laid(_index_to_corner(np.ascontiguousarray(turned), face), shown)


def _index_to_corner(turned: Frame, face: Frame) -> Frame:
    """Bring the printed part of a turned face to the corner where an index is looked for."""
    printed = np.flatnonzero((turned.min(axis=2) < 150).any(axis=1))
    columns = np.flatnonzero((turned.min(axis=2) < 150).any(axis=0))
    out = np.full_like(face, 248)
    if len(printed) and len(columns):
        cut = turned[printed[0] :, columns[0] :][: face.shape[0] - 25, : face.shape[1] - 25]
        out[25 : 25 + cut.shape[0], 25 : 25 + cut.shape[1]] = cut
    return out


def _foreign(shown: Shown) -> Frame:
    deck = shown.art
    if not isinstance(deck, DrawnDeck):
        return _odd("foreign", shown)
    return _laid(foreign_index(shown.rng, deck), shown)


ROWS: Final[Mapping[str, Row]] = {
    **dict(_whole_rows()),
    "as it lies": Row(_plain),
    "turned 0 to 15 degrees": Row(partial(_turned, 15, 0)),
    "turned 20 degrees": Row(partial(_turned, 20.5, 19.5)),
    **{f"scale {s}": Row(partial(_sized, s)) for s in (0.6, 0.7, 0.8, 1.1, 1.2, 1.3)},
    **{f"defocus {s} px": Row(partial(_seen, partial(_blurred, s))) for s in (2, 4, 6)},
    **{f"motion {n} px across": Row(partial(_seen, partial(_streaked, n, 1))) for n in (9, 17, 27)},
    **{f"motion {n} px along": Row(partial(_seen, partial(_streaked, n, 0))) for n in (9, 17, 27)},
    **{
        f"light x {gain}": Row(partial(_seen, partial(_lit, (gain, gain, gain))))
        for gain in (0.2, 0.25, 0.5, 1.3, 1.6, 2.0)
    },
    **{f"{n} px/mm": Row(partial(_seen, partial(_coarse, n))) for n in (4, 2, 1)},
    "noise 40": Row(partial(_grained, 40)),
    "warm lamp": Row(partial(_seen, partial(_lit, (0.6, 0.85, 1.05)))),
    "sodium lamp": Row(partial(_seen, partial(_lit, (0.15, 0.6, 1.05)))),
    "red lamp": Row(partial(_seen, partial(_lit, (0.35, 0.4, 1.1)))),
    "blue lamp": Row(partial(_seen, partial(_lit, (1.1, 0.7, 0.5)))),
    "grey camera": Row(partial(_seen, _grey)),
    "soft glare 60": Row(partial(_soft_glare, 60)),
    "soft glare 120": Row(partial(_soft_glare, 120)),
    "lamp 10 x 6 px": Row(partial(_lamp, (10, 6)), frames=5),
    "lamp 18 x 10 px": Row(partial(_lamp, (18, 10)), frames=5),
    "lamp 30 x 16 px": Row(partial(_lamp, (30, 16)), frames=5),
    **{f"{name} over the index": Row(partial(_troubled, name), frames=5) for name in TROUBLES},
    "two cards at once": Row(_two, "two", frames=5, most_wrong=0.0),
    "camera upside down": Row(partial(_seen, lambda frame: frame[::-1, ::-1]), "none", 1, 0.0),
    "camera mirrored": Row(partial(_seen, lambda frame: frame[:, ::-1]), "none", 1, 0.0),
    "camera flipped": Row(partial(_seen, lambda frame: frame[::-1]), "none", 1, 0.0),
    "card turned 90 degrees": Row(_across, "none", 1, 0.0),
    "bare corner": Row(_bare, "none", 1, 0.0),
    "index of another game": Row(_foreign, "none", 1, 0.0),
    "back": Row(partial(_odd, "back"), "none", 1, 0.0),
    "no card at all": Row(partial(_odd, "texture"), "none", 1, 0.0),
}
