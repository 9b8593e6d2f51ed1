"""How the card reader meets trouble: hands, cloth, shadows, lamps and wear over the index."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.facts.cards import DECK, Card
from vision.cards.layout import ENOUGH, DeckLayout
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import Art
from vision.emulation.cards.optics import CLEAN, Level
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.troubles import troubled_window
from vision.emulation.cards.window import Pose, render_window
from vision.picture.frame import Frame
from vision.training.evaluation import Tally, inside, passed

# A window set up as `vision calibrate` asks for: paper bright, but short of the sensor's limit.
CALIBRATED: Final[Level] = replace(CLEAN, light=(0.75, 0.9))
FRAMES: Final = 5
_SEED: Final = 1187


def troubled_cards(
    decks: Sequence[Art],
    trouble: str,
    count: int,
    layout: Callable[[], DeckLayout | None] = lambda: None,
) -> Tally:
    """Cards that pass in five frames, each with the trouble held over its index."""
    rng = np.random.default_rng([_SEED, len(trouble), ord(trouble[0])])
    readers = [_at_the_table(deck, layout(), rng) for deck in decks]
    answered = wrong = 0
    for number in range(count):
        which = number % len(decks)
        card = DECK[int(rng.integers(len(DECK)))]
        told = passed(readers[which], _frames(decks[which], card, trouble, rng))
        answered += told is not None
        wrong += told is not None and told is not card
    return Tally(count, answered, wrong)


def _at_the_table(deck: Art, layout: DeckLayout | None, rng: Rng) -> CardReader:
    """A reader that has seen some cards of the deck lie free."""
    reader = CardReader(layout=layout)
    if layout is not None:
        for card in DECK[:: len(DECK) // (2 * ENOUGH)]:
            reader.read(render_window(card, rng, CALIBRATED, deck, inside(deck, card, rng, CLEAN)))
    return reader


def _frames(deck: Art, card: Card, trouble: str, rng: Rng) -> list[Frame]:
    """The same hand over the same card while it slides by."""
    start, seed = inside(deck, card, rng, CLEAN), int(rng.integers(1 << 31))
    tops = [max(start.top_mm - 0.4 * i, 0.3) for i in range(FRAMES)]
    poses = [Pose(start.left_mm, top, start.turn_deg) for top in tops]
    held = [np.random.default_rng(seed) for _ in poses]
    return [
        troubled_window(card, deck, pose, trouble, own, CALIBRATED)
        for pose, own in zip(poses, held, strict=True)
    ]
