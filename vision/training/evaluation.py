"""How well the card reader reads decks it was not trained on: one frame and five."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from controller.facts.cards import DECK, Card
from vision.cards.layout import ENOUGH, DeckLayout
from vision.cards.passes import CardJoiner, CardPassed
from vision.cards.reader import CardReader, CardSighting
from vision.emulation.cards.deck import Art
from vision.emulation.cards.optics import CLEAN, LEVELS, Level
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.window import Pose, random_pose, render_window
from vision.training.art import TRAINING_DECKS, UNUSABLE, deck_folders
from vision.training.duplicates import SAME_TYPEFACE, Typeprint, closest, deck_print, own_print
from vision.training.picture_deck import load_deck, training_decks
from vision.training.trial_rows import CALIBRATED

_SEED: Final = 977
# A card lies at least so near the window's top that an index that ends here is in sight.
_LOWEST_MM: Final = 38.5
_GONE: Final = CardSighting("empty", None, 1.0, "")
Read = Callable[[CardReader, Art, Card, Rng, str], Card | None]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many were shown, answered and answered wrong."""

    shown: int
    answered: int
    wrong: int

    def __add__(self, other: "Tally") -> "Tally":
        shown, answered = self.shown + other.shown, self.answered + other.answered
        return Tally(shown, answered, self.wrong + other.wrong)

    @property
    def share(self) -> float:
        """Answered, in percent."""
        return 100 * self.answered / max(self.shown, 1)

    def __str__(self) -> str:
        bound = 100 * upper_bound(self.wrong, self.answered)
        counts = f"{self.answered} of {self.shown} answered ({self.share:.2f} %)"
        return f"{counts}, {self.wrong} wrong (95 % bound {bound:.3f} %)"


def upper_bound(wrong: int, answered: int) -> float:
    """The exact one-sided 95 % bound of a share (Clopper-Pearson)."""
    if wrong >= answered:
        return 1.0
    low, high = wrong / answered, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, answered, middle) > 0.05 else (low, middle)
    return high


def _at_most(wrong: int, answered: int, share: float) -> float:
    """The chance of no more wrong answers than these, were their true share this."""
    total = 0.0
    for k in range(wrong + 1):
        ways = math.lgamma(answered + 1) - math.lgamma(k + 1) - math.lgamma(answered - k + 1)
        total += math.exp(ways + k * math.log(share) + (answered - k) * math.log1p(-share))
    return total


def held_out(own_typefaces: int, say: Callable[[str], None]) -> list[Art]:
    """Decks never trained on whose typefaces are not near-duplicates of trained ones."""
    folders = deck_folders()
    names = [name for name in folders if name not in TRAINING_DECKS and name not in UNUSABLE]
    if not names:
        return []
    decks = {name: load_deck(folders[name]) for name in names}
    prints = {name: deck_print(deck) for name, deck in decks.items()}
    trained: dict[str, Typeprint] = {deck.name: deck_print(deck) for deck in training_decks()}
    rng = np.random.default_rng(_SEED)
    trained |= {f"own typeface {i}": own_print(rng) for i in range(own_typefaces)}
    pairs = closest(prints, trained)
    for pair in pairs[:3]:
        say(f"{pair.one} is {pair.likeness:.3f} like {pair.other} of the training art")
    twins = {pair.one for pair in pairs if pair.likeness > SAME_TYPEFACE}
    if twins:
        say(f"left out as the same typeface: {', '.join(sorted(twins))}")
    return [deck for name, deck in decks.items() if name not in twins]


def one_frame(decks: Sequence[Art], level: str, count: int) -> Tally:
    """Single frames of any card of any deck."""
    return _tally(decks, level, count, 2, _look)


def five_frames(decks: Sequence[Art], level: str, count: int) -> Tally:
    """Cards sliding by in five frames, joined as at the table."""
    return _tally(decks, level, count, 5, _pass)


def _tally(decks: Sequence[Art], level: str, count: int, seed: int, read: Read) -> Tally:
    rng = np.random.default_rng([_SEED, seed, ord(level[0])])
    reader = CardReader()
    layouts = [learned(reader, deck, DeckLayout(), rng) for deck in decks]
    answered = wrong = 0
    for _ in range(count):
        which, card = int(rng.integers(len(decks))), DECK[int(rng.integers(len(DECK)))]
        deck, reader.layout = decks[which], layouts[which]
        seen = read(reader, deck, card, rng, level)
        answered += seen is not None
        wrong += seen is not None and seen is not card
    return Tally(count, answered, wrong)


def _look(reader: CardReader, deck: Art, card: Card, rng: Rng, level: str) -> Card | None:
    pose = inside(deck, card, rng, LEVELS[level])
    seen = reader.read(render_window(card, rng, level, deck, pose))
    return seen.card if seen.kind == "card" else None


def _pass(reader: CardReader, deck: Art, card: Card, rng: Rng, level: str) -> Card | None:
    """One card slides by in five frames and is gone."""
    start = inside(deck, card, rng, LEVELS[level])
    tops = [max(start.top_mm - 0.4 * i, 0.3) for i in range(5)]
    poses = [Pose(start.left_mm, top, start.turn_deg) for top in tops]
    frames = [render_window(card, rng, level, deck, pose) for pose in poses]
    told = passed(map(reader.read, frames))
    return None if told is None else told.card


def passed(sightings: Iterable[CardSighting]) -> CardPassed | None:
    """What the frames of one card say together once it has left the window."""
    joiner = CardJoiner()
    for i, sighting in enumerate(sightings):
        joiner.add(sighting, i * 0.02)
    results = [joiner.add(_GONE, 0.2 + i * 0.02) for i in range(4)]
    return next((result for result in results if result is not None), None)


def learned(
    reader: CardReader, deck: Art, layout: DeckLayout | None, rng: Rng
) -> DeckLayout | None:
    """The layout after the reader has seen some cards of the deck lie free, as at a table."""
    reader.layout = layout
    if layout is not None:
        for number in range(3 * ENOUGH):
            card = DECK[7 * number % len(DECK)]
            reader.read(render_window(card, rng, CALIBRATED, deck, inside(deck, card, rng, CLEAN)))
    return layout


def fits_window(deck: Art) -> bool:
    """Whether every index of a deck can be seen whole in a window of 30 x 40 mm."""
    return all(deck.boxes(card)[1][1] + deck.boxes(card)[1][3] <= _LOWEST_MM for card in DECK)


def inside(deck: Art, card: Card, rng: Rng, level: Level) -> Pose:
    """A pose that leaves the whole index in the window, as the window is built to do."""
    suit = deck.boxes(card)[1]
    pose = random_pose(rng, level)
    most = max(_LOWEST_MM + 0.5 - suit[1] - suit[3], 0.3)
    return Pose(pose.left_mm, min(pose.top_mm, most), pose.turn_deg)
