"""Training pictures: rendered frames, cut up exactly as the reader cuts them."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from controller.facts.cards import DECK, SUITS, Card
from vision.cards.corner import corner_input
from vision.cards.geometry import DEFAULT
from vision.cards.glyphs import Box as PatchBox, cut_glyph, find_index
from vision.cards.paper import LEAD_MM, PX_PER_MM, Paper, evened, find_paper, straightened
from vision.cards.scene import SCENES, SEARCH_SIZE, scene_input, searchable
from vision.emulation.cards.deck import Art, Box, random_deck
from vision.emulation.cards.optics import LEVELS, Level
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.stacked import any_pair, stacked_window
from vision.emulation.cards.troubles import TROUBLES, troubled_window
from vision.emulation.cards.window import ODDITIES, Oddity, Pose, render_window
from vision.picture.frame import Frame
from vision.training.art import CACHE
from vision.training.fonts import font_files, font_typeface
from vision.training.picture_deck import court_pictures, training_decks

SEED: Final = 20264
SHARD_FRAMES: Final = 1040
PER_DECK: Final = 39
NO_RANK: Final = 13
NO_SUIT: Final = 4
IGNORED: Final = -1
_ODD_SHARE: Final = 0.2
# Something lies over a tenth to a half of the index of so many cards; the answer stays the card's,
# so that the nets learn how little a part of it proves.
_TROUBLED_SHARE: Final = 0.15
_HANDS: Final = ("finger", "glove", "sleeve")
# So many pairs lie askew by little, as they are drawn at a shoe.
_STACKED_SHARE: Final = 0.5
# Half-size frames are four times cheaper to draw and look nearly the same to the reader.
_WHOLE_SHARE: Final = 0.2
_LEVELS: Final = ("wild", "wild", "wild", "hard", "hard", "mid", "clean")


@dataclass(frozen=True, slots=True)
class Sample:
    """One frame's inputs for every net, and the answers; IGNORED where there is none."""

    corner: Frame
    scene: Frame
    rank: int
    suit: int
    kind: int
    glyphs: Frame
    glyph_labels: tuple[int, int]


def shard_path(number: int) -> Path:
    """Where a shard is kept."""
    return CACHE.parent / "train" / f"shard-{SEED}-{number:04}.npz"


def make_shard(number: int) -> Path:
    """Render one shard from its own seed; nothing to do when it is there."""
    path = shard_path(number)
    if path.exists():
        return path
    cv2.setNumThreads(1)
    rng = np.random.default_rng([SEED, number])
    samples: list[Sample] = []
    while len(samples) < SHARD_FRAMES:
        deck = some_deck(rng)
        hand = _hand(rng)
        drawn = (_sample(rng, deck, hand[i % len(hand)]) for i in range(PER_DECK))
        samples += [sample for sample in drawn if sample is not None]
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npz")
    np.savez(part, allow_pickle=False, **_columns(samples[:SHARD_FRAMES]))
    part.rename(path)
    return path


def _columns(samples: list[Sample]) -> dict[str, npt.NDArray[np.generic]]:
    return {
        "corner": np.stack([sample.corner for sample in samples]),
        "scene": np.stack([sample.scene for sample in samples]),
        "answers": np.array([(s.rank, s.suit, s.kind) for s in samples], np.int16),
        "glyphs": np.stack([sample.glyphs for sample in samples]),
        "glyph_labels": np.array([sample.glyph_labels for sample in samples], np.int16),
    }


@cache
def _fonts() -> list[Path]:
    return font_files()


def some_deck(rng: Rng) -> Art:
    """Mostly a typeface of our own; sometimes a free font, sometimes a free deck."""
    chance = rng.random()
    if chance < 0.08 and training_decks():
        return training_decks()[int(rng.integers(len(training_decks())))]
    deck = random_deck(rng)
    if rng.random() < 0.6:
        deck = replace(deck, pictures=court_pictures())
    if chance < 0.25:
        path = _fonts()[int(rng.integers(len(_fonts())))]
        return replace(deck, typeface=font_typeface(path, rng))
    return deck


def _pose(rng: Rng, turn: float) -> Pose:
    left, top = rng.uniform(-2.0, 12.0, 2)
    return Pose(float(left), float(top), float(rng.uniform(-turn, turn)))


def _hand(rng: Rng) -> list[Card]:
    """One card of each rank: every glyph of the deck is worth its drawing."""
    return [DECK[rank * 4 + int(rng.integers(4))] for rank in rng.permutation(13)]


def _sample(rng: Rng, deck: Art, card: Card) -> Sample | None:
    level = LEVELS[_LEVELS[int(rng.integers(len(_LEVELS)))]]
    pose = _pose(rng, level.turn_deg)
    if rng.random() < _TROUBLED_SHARE:
        return _troubled(rng, deck, card, level, pose)
    odd = ODDITIES[int(rng.integers(len(ODDITIES)))] if rng.random() < _ODD_SHARE else None
    what: Card | Oddity = odd or card
    shrink = 1 if rng.random() < _WHOLE_SHARE else 2
    if odd == "two-cards" and rng.random() < _STACKED_SHARE:
        frame = stacked_window(deck, any_pair(rng), pose, rng, level, shrink)
    else:
        frame = render_window(what, rng, level, deck, pose, shrink)
    answers = _odd_answers(odd) if odd else _card_answers(deck, what, pose)
    return None if answers is None else _cut(frame, answers, deck, what, rng)


def _troubled(rng: Rng, deck: Art, card: Card, level: Level, pose: Pose) -> Sample | None:
    """A card with a hand, a sleeve, a shadow, a lamp or wear over a part of its index."""
    answers = _card_answers(deck, card, pose)
    if answers is None or answers[0] == NO_RANK or answers[1] == NO_SUIT:
        return None
    trouble = str(rng.choice(list(TROUBLES)))
    frame = troubled_window(card, deck, pose, trouble, rng, level)
    sample = _cut(frame, answers, deck, card, rng)
    kind = SCENES.index("finger" if trouble in _HANDS else "card")
    return replace(sample, kind=kind)


def _odd_answers(odd: Oddity) -> tuple[int, int, int]:
    kind = 1 + ODDITIES.index(odd)
    if odd in ("two-cards", "finger", "sun"):
        return IGNORED, IGNORED, kind
    return NO_RANK, IGNORED if odd == "foreign" else NO_SUIT, kind


def _card_answers(deck: Art, what: Card | Oddity, pose: Pose) -> tuple[int, int, int] | None:
    """A glyph half outside the window is none; one barely cut is left out."""
    assert isinstance(what, Card)
    shares = [_visible(box, pose) for box in deck.boxes(what)]
    if any(0.55 < share < 0.93 for share in shares):
        return None
    rank = what.rank - 1 if shares[0] > 0.9 else NO_RANK
    suit = SUITS.index(what.suit) if shares[1] > 0.9 else NO_SUIT
    return rank, suit, 0


def _visible(box: Box, pose: Pose) -> float:
    """How much of a box on the card lies inside the window."""
    if not box[2]:
        return 1.0
    across = box[0] + (np.arange(8) + 0.5) / 8 * box[2]
    down = box[1] + (np.arange(8) + 0.5) / 8 * box[3]
    xs, ys = np.meshgrid(across, down)
    turn = np.radians(pose.turn_deg)
    x = pose.left_mm + xs * np.cos(turn) - ys * np.sin(turn)
    y = pose.top_mm + xs * np.sin(turn) + ys * np.cos(turn)
    width, height = DEFAULT.width_px / DEFAULT.px_per_mm, DEFAULT.height_px / DEFAULT.px_per_mm
    return float(((x > 0) & (x < width) & (y > 0) & (y < height)).mean())


def _cut(
    frame: Frame, answers: tuple[int, int, int], deck: Art, what: Card | Oddity, rng: Rng
) -> Sample:
    search = frame if frame.shape[1] == SEARCH_SIZE[0] else searchable(frame)
    paper = _nudged(find_paper(search), rng)
    patch = evened(straightened(search, paper))
    found = find_index(patch)
    glyphs = np.zeros((2, 32, 24), np.uint8)
    labels = (IGNORED, IGNORED)
    if found is not None:
        boxes = [_shaken(box, rng) for box in (found.rank, found.suit)]
        glyphs = np.stack([cut_glyph(found.ink, box) for box in boxes])
        labels = _glyph_labels(answers, deck, what, (found.rank, found.suit))
    return Sample(corner_input(patch), scene_input(search), *answers, glyphs, labels)


def _nudged(paper: Paper, rng: Rng) -> Paper:
    """Edges are found a little wrong, more often in training than in life."""
    dx, dy = rng.normal(0, 1.2, 2)
    turn = paper.turn + float(rng.normal(0, 0.012))
    return replace(paper, x=paper.x + float(dx), y=paper.y + float(dy), turn=turn)


def _shaken(box: PatchBox, rng: Rng) -> PatchBox:
    left, top, right, low = np.array([box.left, box.top, box.right, box.low]) + rng.integers(
        -1, 2, 4
    )
    return PatchBox(int(left), int(top), max(int(right - left), 3), max(int(low - top), 3))


def _glyph_labels(
    answers: tuple[int, int, int], deck: Art, what: Card | Oddity, found: tuple[PatchBox, PatchBox]
) -> tuple[int, int]:
    """Ranks 0 to 12, suits 13 to 16, 17 for what is neither; IGNORED where nobody can say."""
    rank, suit, kind = answers
    if kind or not isinstance(what, Card):
        odd = ODDITIES[kind - 1]
        sure = odd in ("back", "boxed", "cut-card", "texture", "empty", "dirty", "joker")
        return (17, 17 if sure else IGNORED) if sure or odd == "foreign" else (IGNORED, IGNORED)
    true = deck.boxes(what)
    rank_label = IGNORED if rank == NO_RANK else _judged(found[0], true[0], rank)
    suit_label = IGNORED if suit == NO_SUIT else _judged(found[1], true[1], 13 + suit)
    return rank_label, suit_label


def _judged(found: PatchBox, true: Box, label: int) -> int:
    if not true[2]:
        return IGNORED
    share = _overlap(found, true)
    return label if share > 0.62 else 17 if share < 0.3 else IGNORED


def _overlap(found: PatchBox, true: Box) -> float:
    left, top = ((side + LEAD_MM) * PX_PER_MM for side in true[:2])
    width, height = (side * PX_PER_MM for side in true[2:])
    across = min(found.right, left + width) - max(found.left, left)
    down = min(found.low, top + height) - max(found.top, top)
    both = max(across, 0.0) * max(down, 0.0)
    return both / (found.width * found.height + width * height - both)
