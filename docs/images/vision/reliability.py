"""Draws reliability.svg: of the answers given with some confidence, how many were right."""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from controller.facts.cards import DECK
from vision.cards.layout import DeckLayout
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.optics import CLEAN, LEVELS
from vision.emulation.cards.window import render_window
from vision.picture.threads import use_one_thread
from vision.training.evaluation import inside, upper_bound
from vision.training.trial_rows import CALIBRATED, ROWS, Shown, partner

FILE: Final = Path(__file__).with_name("reliability.svg")
SEED: Final = 608_000
DECKS: Final = 12
BINS: Final = ((0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 1.01))
# As many frames of each: whole cards at three levels, hands, lamps, wear, two cards, bare corners.
TROUBLED: Final = (
    *(name for name in ROWS if name.endswith("over the index")),
    "two cards at once",
    "bare corner",
)
SIDE: Final = 420
MARGIN: Final = 60


def answers(count: int) -> Iterator[tuple[float, bool]]:
    """Confidence and rightness of each answer, at readers that know where their deck prints."""
    rng = np.random.default_rng(SEED)
    decks = [random_deck(rng) for _ in range(DECKS)]
    readers = [CardReader(layout=DeckLayout()) for _ in decks]
    for deck, reader in zip(decks, readers, strict=True):
        for card in DECK[::2]:
            reader.read(render_window(card, rng, CALIBRATED, deck, inside(deck, card, rng, CLEAN)))
    for name in (*("clean", "mid", "hard") * 3, *TROUBLED):
        for number in range(count):
            deck, reader = decks[number % DECKS], readers[number % DECKS]
            card = DECK[int(rng.integers(len(DECK)))]
            if name in ROWS:
                pose = inside(deck, card, rng, CLEAN)
                seen = reader.read(ROWS[name].draw(Shown(deck, card, pose, rng)))
            else:
                pose = inside(deck, card, rng, LEVELS[name])
                seen = reader.read(render_window(card, rng, name, deck, pose))
            right = {"two cards at once": {card, partner(card)}, "bare corner": set()}
            if seen.card is not None:
                yield seen.confidence, seen.card in right.get(name, {card})


def drawn(counts: dict[tuple[float, float], list[int]]) -> str:
    """The diagram: a bar from the share that was right down to its bound at 95 %."""
    parts = [_frame()]
    for place, (low, high) in enumerate(BINS):
        shown, wrong = counts[low, high]
        x = MARGIN + (place + 0.5) * SIDE / len(BINS)
        label = f"{low:g} to {min(high, 1.0):g}"
        parts.append(_text(x, MARGIN + SIDE + 20, label))
        parts.append(_text(x, MARGIN + SIDE + 38, f"{wrong} of {shown}"))
        if shown:
            right, least = 1 - wrong / shown, 1 - upper_bound(wrong, shown)
            parts.append(_bar(x, right, least))
    return "\n".join([*parts, "</svg>", ""])


def _frame() -> str:
    size = SIDE + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        'font-family="sans-serif">',
        f'<rect width="{size}" height="{size}" fill="white"/>',
        _text(size / 2, 24, "Right answers by confidence; wrong of given below", 15),
    ]
    for share in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        y = _height(share)
        lines.append(
            f'<line x1="{MARGIN}" x2="{MARGIN + SIDE}" y1="{y:.0f}" y2="{y:.0f}" stroke="#ccc"/>'
        )
        lines.append(_text(MARGIN - 24, y + 4, f"{share:.0%}"))
    return "\n".join(lines)


def _height(share: float) -> float:
    return MARGIN + SIDE * (1 - (max(share, 0.5) - 0.5) / 0.5)


def _bar(x: float, right: float, least: float) -> str:
    top, low = _height(right), _height(least)
    return (
        f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{top:.1f}" y2="{low:.1f}" stroke="#2a6" '
        f'stroke-width="3"/><circle cx="{x:.0f}" cy="{top:.1f}" r="5" fill="#174"/>'
    )


def _text(x: float, y: float, text: str, size: int = 12) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" font-size="{size}">{text}</text>'


def main() -> None:
    """Measure and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=400, help="frames of each kind")
    use_one_thread()
    counts: dict[tuple[float, float], list[int]] = defaultdict(lambda: [0, 0])
    for confidence, is_right in answers(parser.parse_args().count):
        place = next((one for one in BINS if one[0] <= confidence < one[1]), BINS[0])
        counts[place][0] += 1
        counts[place][1] += not is_right
    FILE.write_text(drawn(counts), encoding="utf-8")
    for place in BINS:
        print(place, counts[place])


if __name__ == "__main__":
    main()
