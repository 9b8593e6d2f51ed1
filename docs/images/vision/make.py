"""Makes the pictures of docs/vision.md: `python docs/images/vision/make.py`, a minute or two."""

from pathlib import Path
from typing import Final

import numpy as np

from controller.facts.cards import DECK, Card
from vision.calibration.shoe import calibrate_shoe
from vision.calibration.views import gather
from vision.cards.geometry import DEFAULT
from vision.cards.reader import CardReader
from vision.dice.reader import DiceReader
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.window import Oddity, render_window
from vision.emulation.dice.cup import Trouble, render_scene
from vision.emulation.rehearsal import Mount, RehearsalWindow
from vision.picture.frame import Frame
from vision.picture.threads import use_one_thread
from vision.tools.calibration_sheet import draw_shoe
from vision.tools.canvas import BAD, GOOD, WORDS, enlarged, put, sheet, wrapped, write
from vision.tools.card_sheet import CardExplainer
from vision.tools.dice_sheet import DiceExplainer
from vision.tools.picture_files import write_picture

HERE: Final = Path(__file__).parent
SEED: Final = 606_000
REFUSED: Final[tuple[Oddity, ...]] = ("back", "two-cards", "finger", "foreign", "sun")
TILE: Final = (168, 224)
STRIP: Final = 70
THROWS: Final[tuple[tuple[tuple[int, ...], Trouble | None], ...]] = (
    ((2, 5, 6), None),
    ((1, 4, 4), None),
    ((3, 3, 6), "cocked"),
    ((2, 4, 5), "hidden"),
)


def tile(frame: Frame, headline: str, reason: str, *, is_read: bool) -> Frame:
    """One window with its answer below."""
    picture = sheet(TILE[0], TILE[1] + STRIP)
    put(picture, enlarged(frame, TILE[0] / frame.shape[1]), 0, 0)
    write(picture, headline, (4, TILE[1] + 18), GOOD if is_read else BAD, 0.55)
    for number, line in enumerate(wrapped(reason, 27)[:3]):
        write(picture, line, (4, TILE[1] + 34 + 14 * number), WORDS, 0.36)
    return picture


def rows(tiles: list[Frame], columns: int) -> Frame:
    """Tiles side by side, in rows."""
    lines = [np.hstack(tiles[n : n + columns]) for n in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(lines), np.uint8)


def hard_cards(reader: CardReader, count: int = 10) -> Frame:
    """Frames of the hardest level that are read; each from another deck."""
    tiles: list[Frame] = []
    shown: set[Card] = set()
    for number in range(400):
        rng = np.random.default_rng((SEED, number))
        card = DECK[int(rng.integers(len(DECK)))]
        frame = render_window(card, rng, "hard", random_deck(rng))
        seen = reader.read(frame)
        if seen.card is card and card not in shown:
            shown.add(card)
            tiles.append(tile(frame, card, f"confidence {seen.confidence:.3f}", is_read=True))
        if len(tiles) == count:
            break
    return rows(tiles, 5)


def refused(reader: CardReader) -> Frame:
    """One frame of each of five things that are not read."""
    tiles = []
    for kind in REFUSED:
        frame = render_window(kind, np.random.default_rng((SEED, 1)), "mid")
        seen = reader.read(frame)
        tiles.append(tile(frame, seen.kind, seen.reason, is_read=seen.card is not None))
    return rows(tiles, 5)


def stages(reader: CardReader) -> Frame:
    """How one card is read."""
    explainer = CardExplainer(DEFAULT)
    for number in range(100):
        rng = np.random.default_rng((SEED, 2, number))
        frame = render_window(DECK[26], rng, "mid", random_deck(rng, "normal"))
        seen = reader.read(frame)
        if seen.card is DECK[26]:
            break
    return explainer.draw(frame, seen)


def calibration() -> Frame:
    """A camera that needs several changes."""
    mount = Mount(turn_deg=-5.0, light=0.42, blur_px=9)
    views = gather(RehearsalWindow(mount), 150)
    return draw_shoe(views, calibrate_shoe(views))


def dice() -> Frame:
    """Two throws that are read and two that are not."""
    reader, explainer = DiceReader(), DiceExplainer()
    drawn = []
    for number, (values, trouble) in enumerate(THROWS):
        frame = render_scene(
            values, np.random.default_rng((SEED, 3, number)), trouble=trouble
        ).frame
        drawn.append(enlarged(explainer.draw(frame, reader.read(frame)), 0.5))
    return rows(drawn, 4)


def main() -> None:
    """Make every picture."""
    use_one_thread()
    reader = CardReader()
    made = {
        "stages": stages(reader),
        "hard-cards": hard_cards(reader),
        "refused": refused(reader),
        "calibration": calibration(),
        "dice": dice(),
    }
    for name, picture in made.items():
        write_picture(HERE / f"{name}.jpg", picture)
        print(f"{name}.jpg: {picture.shape[1]} x {picture.shape[0]}")


if __name__ == "__main__":
    main()
