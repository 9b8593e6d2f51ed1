"""The model card: what the card nets are, what they learned from, how well they read."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vision.training.art import SOURCES

_LEARNED_FROM: Final = ("react-free", "aileron", "metropolis", "tuffy")
_HEAD: Final = """# Card nets

Five small nets, run by OpenCV (`cv2.dnn`), 4.6 to 5. `card-corner` reads the whole straightened
corner in colour (3 x 112 x 56), `card-glyph` rank and suit mark cut out of it in grey (1 x 32 x
48). Each has taught a smaller net, `card-corner-glance` and `card-glyph-glance`, which look first;
the larger two settle what a glance does not. A card is named only when a corner's and a glyphs' net
support it, are sure of it together, and the ink's colour fits. Where the corner is not plainly one
card, `card-scene` tells cards from everything else in the whole shoe window (3 x 40 x 30).

## Data

Rendered by `vision.emulation` from fixed seeds (`vision/training/card_data.py`), {frames} frames:
nine in ten decks are typefaces, suit marks and layouts of our own making, drawn by chance, some
with letters of free fonts, some with frames, borders and rules; their courts are patches and lines,
or the pictures of the free deck below; the rest are that deck itself. Nothing else was learned
from:

{sources}

Decks under other licences (GNOME, KDE, svg-cards) are only tested on, never trained on or shipped.
A held-out deck whose rank glyphs correlate by more than 0.97 with training art is left out.

## Training

{training}

## Figures

{figures}

Simulated frames, not a real window camera: expect less on the first real one, and measure it.

## Limits

Indices with other letters than A J Q K, without a suit under the rank, or touched by an inner
frame are refused. Two nets trained on one renderer share its blind spots; the agreement of frames
and the shoe's composition are further checks.

## Files

{files}
"""


def model_card(folder: Path, frames: int, training: str, figures: Sequence[str]) -> str:
    """The text of the model card for the nets in a folder."""
    learned = [source for source in SOURCES if source.name in _LEARNED_FROM]
    sources = ["- our own typefaces and suit marks (this project, Apache-2.0)"]
    sources += [f"- {source.name}: {source.licence}, {source.package}" for source in learned]
    return _HEAD.format(
        frames=f"{frames:,}",
        sources="\n".join(sources),
        training=training,
        figures="\n".join(f"- {line}" for line in figures),
        files=_files(folder, "card"),
    )


def renew_files(card: Path, prefix: str) -> None:
    """Write size and hash of the models beside a card into its last section, if there is a card."""
    if card.exists():
        text, _, _ = card.read_text().partition("## Files\n")
        card.write_text(f"{text}## Files\n\n{_files(card.parent, prefix)}\n")


def _files(folder: Path, prefix: str) -> str:
    return "\n".join(
        f"- `{path.name}`: {path.stat().st_size} bytes, sha256 {_sha256(path)}"
        for path in sorted(folder.glob(f"{prefix}-*.onnx"))
    )


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
