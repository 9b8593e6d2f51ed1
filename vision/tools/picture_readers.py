"""Reads single pictures of the window or the cup, and draws how, when asked to."""

from pathlib import Path

from vision.cards.reader import CardReader, CardSighting, WindowGeometry
from vision.dice.reader import CupGeometry, DiceReader, DiceSighting
from vision.picture.frame import Frame
from vision.picture.threads import use_one_thread
from vision.tools.card_sheet import CardExplainer
from vision.tools.dice_sheet import DiceExplainer
from vision.tools.picture_files import PictureFolder


class CardPictures:
    """Pictures of the shoe window."""

    def __init__(self, geometry: WindowGeometry, explain: Path | None = None) -> None:
        use_one_thread()
        self._reader = CardReader(geometry)
        if explain is not None:
            self._folder, self._explainer = PictureFolder(explain), CardExplainer(geometry)
        self._is_explained = explain is not None

    def read(self, file: Path, frame: Frame) -> CardSighting:
        """Read one picture that came from a file."""
        sighting = self._reader.read(frame)
        if self._is_explained:
            self._folder.write(file, self._explainer.draw(frame, sighting))
        return sighting


class DicePictures:
    """Pictures of the dice cup."""

    def __init__(self, cup: CupGeometry, explain: Path | None = None) -> None:
        use_one_thread()
        self._reader = DiceReader(cup)
        if explain is not None:
            self._folder, self._explainer = PictureFolder(explain), DiceExplainer()
        self._is_explained = explain is not None

    def read(self, file: Path, frame: Frame) -> DiceSighting:
        """Read one picture that came from a file."""
        sighting = self._reader.read(frame)
        if self._is_explained:
            self._folder.write(file, self._explainer.draw(frame, sighting))
        return sighting
