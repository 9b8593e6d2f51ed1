"""The card reader tried row by row: how much is answered, how much of it wrong, and why not."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from controller.facts.cards import DECK, Card
from vision.cards.layout import DeckLayout
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import Art, random_deck
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.window import Pose
from vision.picture.frame import Frame
from vision.training.evaluation import (
    Tally,
    fits_window,
    held_out,
    inside,
    learned,
    passed,
    upper_bound,
)
from vision.training.trial_rows import ROWS, Row, Shown, partner

__all__ = ["ROWS", "Art", "Outcome", "drawn_decks", "strange_decks", "trials"]

_SEED: Final = 1187
_DECK_SEED: Final = 3119
_DECKS: Final = 12
# With so many typefaces of ours a strange deck is compared before it counts as strange.
_COMPARED: Final = 60


def drawn_decks(part: int = 0) -> list[Art]:
    """Decks of our own drawing, with typefaces that no net was trained on; others in each part."""
    rng = np.random.default_rng([_DECK_SEED, part] if part else _DECK_SEED)
    decks: list[Art] = []
    while len(decks) < _DECKS:
        deck = random_deck(rng)
        # A larger index needs the larger opening.
        if fits_window(deck):
            decks.append(deck)
    return decks


def strange_decks(say: Callable[[str], None]) -> list[Art]:
    """Decks drawn by others, as far as they were fetched."""
    return held_out(_COMPARED, say)


class Told(NamedTuple):
    """What became of one card: its name or none, as what it was told, and why."""

    card: Card | None
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row's figures: how many were answered, wrong, told as two, and why most were not."""

    name: str
    row: Row
    tally: Tally
    told_as_two: int
    reasons: tuple[tuple[str, int], ...]

    @property
    def is_met(self) -> bool:
        """Whether no more is wrong than the row allows."""
        return self.tally.wrong <= self.row.most_wrong * self.tally.answered

    @property
    def bound(self) -> float:
        """What may be wrong at 95 %, as a share of what was answered; of what was shown if none."""
        shown = self.tally.shown if self.row.right == "none" else self.tally.answered
        return upper_bound(self.tally.wrong, max(shown, 1)) if shown else 1.0


def trials(
    decks: Sequence[Art],
    count: int,
    names: Sequence[str] = tuple(ROWS),
    layout: Callable[[], DeckLayout | None] = DeckLayout,
    part: int = 0,
) -> Iterator[Outcome]:
    """Try each row with so many cards, by a reader that knows where each deck prints its index.

    Every part of a campaign shows other cards, so that their counts can be added up.
    """
    reader, rng = CardReader(), np.random.default_rng(_SEED)
    layouts = [learned(reader, deck, layout(), rng) for deck in decks[:count]]
    for name in names:
        rng = np.random.default_rng([_SEED, *name.encode(), *([part] if part else [])])
        yield _tried(name, decks, reader, layouts, count=count, rng=rng)


def _tried(
    name: str,
    decks: Sequence[Art],
    reader: CardReader,
    layouts: Sequence[DeckLayout | None],
    count: int,
    rng: Rng,
) -> Outcome:
    row, reasons = ROWS[name], Counter[str]()
    answered = wrong = twos = 0
    for number in range(count):
        which = number % len(layouts)
        # Cards come to a reader that has learned from the deck, not from the trial.
        reader.layout = deepcopy(layouts[which])
        card = DECK[int(rng.integers(len(DECK)))]
        told = _told(reader, _frames(row, decks[which], card, rng))
        is_answer = told.card is not None
        answered += is_answer
        wrong += is_answer and told.card not in _right(row, card)
        twos += told.kind == "two-cards"
        reasons[told.reason] += not is_answer
    named = tuple((reason, times) for reason, times in reasons.most_common(3) if times)
    return Outcome(name, row, Tally(count, answered, wrong), twos, named)


def _right(row: Row, card: Card) -> tuple[Card, ...]:
    """What may be answered; of two cards a third one never."""
    return {"none": (), "card": (card,), "two": (card, partner(card))}[row.right]


def _frames(row: Row, deck: Art, card: Card, rng: Rng) -> list[Frame]:
    """The same thing in the way of the same card, while it slides by."""
    start, seed = inside(deck, card, rng, row.level), int(rng.integers(1 << 31))
    tops = [max(start.top_mm - 0.4 * i, 0.3) for i in range(row.frames)]
    shown = [Shown(deck, card, Pose(start.left_mm, top, start.turn_deg), rng) for top in tops]
    if row.is_still:
        shown = [one._replace(rng=np.random.default_rng(seed)) for one in shown]
    return [row.draw(one) for one in shown]


def _told(reader: CardReader, frames: Sequence[Frame]) -> Told:
    sightings = [reader.read(frame) for frame in frames]
    if len(frames) == 1:
        return Told(sightings[0].card, sightings[0].kind, sightings[0].reason)
    together = passed(sightings)
    reason = next((one.reason for one in sightings if one.reason), "")
    if together is None:
        return Told(None, "", reason)
    return Told(together.card, together.kind, reason)
