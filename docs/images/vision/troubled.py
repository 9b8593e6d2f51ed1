"""Makes three pictures of docs/vision.md: what was refused and why, jumbo indices, wide tens."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from make import rows, tile

from controller.facts.cards import DECK, Card
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import DrawnDeck, random_deck
from vision.emulation.cards.optics import CLEAN
from vision.emulation.cards.window import render_window
from vision.picture.frame import Frame
from vision.picture.threads import use_one_thread
from vision.tools.picture_files import write_picture
from vision.training.evaluation import inside
from vision.training.trial_rows import CALIBRATED, ROWS, Shown

HERE: Final = Path(__file__).parent
SEED: Final = 607_000
REFUSED: Final = (
    *(f"{name} over the index" for name in ("finger", "glove", "sleeve", "shadow", "lamp")),
    "lamp 30 x 16 px",
    "two cards at once",
    "bare corner",
    "card turned 90 degrees",
    "grey camera",
)
LABELS: Final = {
    "lamp 30 x 16 px": "large lamp",
    "two cards at once": "two cards",
    "card turned 90 degrees": "on its side",
}


def refused(reader: CardReader, name: str) -> Iterator[Frame]:
    """Frames of one row that are not read."""
    for number in range(100):
        rng = np.random.default_rng((SEED, *name.encode(), number))
        deck, card = random_deck(rng, "normal"), DECK[int(rng.integers(len(DECK)))]
        frame = ROWS[name].draw(Shown(deck, card, inside(deck, card, rng, CLEAN), rng))
        seen = reader.read(frame)
        if seen.card is None:
            label = LABELS.get(name, name.partition(" over")[0])
            yield tile(frame, f"{card}: {label}", seen.reason, is_read=False)


def read(reader: CardReader, decks: Callable[[int], tuple[DrawnDeck, Card]]) -> Iterator[Frame]:
    """The first frame of each deck, if it is read."""
    for number in range(100):
        rng = np.random.default_rng((SEED, number))
        deck, card = decks(number)
        frame = render_window(card, rng, CALIBRATED, deck, inside(deck, card, rng, CLEAN))
        seen = reader.read(frame)
        if seen.card is card:
            yield tile(frame, card, f"confidence {seen.confidence:.3f}", is_read=True)


def jumbo(number: int) -> tuple[DrawnDeck, Card]:
    """A jumbo deck and one of its cards."""
    rng = np.random.default_rng((SEED, 1, number))
    return random_deck(rng, "jumbo"), DECK[int(rng.integers(len(DECK)))]


def wide_ten(number: int) -> tuple[DrawnDeck, Card]:
    """A ten at least as wide as it is high."""
    rng = np.random.default_rng((SEED, 2, number))
    deck, card = random_deck(rng, "normal"), Card("T" + "cdhs"[number % 4])
    rank, _ = deck.boxes(card)
    widened = rng.uniform(1.0, 1.35) * rank[3]
    centre = max(deck.layout.centre, widened / 2 + 1)
    stretch = deck.layout.stretch * widened / rank[2] * 2
    layout = replace(deck.layout, rank_most_width=widened, stretch=stretch, centre=centre)
    return replace(deck, layout=layout, cache={}), card


def main() -> None:
    """Make every picture."""
    use_one_thread()
    reader = CardReader()
    some = [next_one for name in REFUSED for next_one in take(refused(reader, name), 2)]
    made = {
        "troubled": rows(some, 5),
        "jumbo": rows(take(read(reader, jumbo), 10), 5),
        "wide-tens": rows(take(read(reader, wide_ten), 10), 5),
    }
    for name, picture in made.items():
        write_picture(HERE / f"{name}.jpg", picture)
        print(f"{name}.jpg: {picture.shape[1]} x {picture.shape[0]}")


def take(tiles: Iterator[Frame], count: int) -> list[Frame]:
    """The first so many."""
    return [one for one, _ in zip(tiles, range(count), strict=False)]


if __name__ == "__main__":
    main()
