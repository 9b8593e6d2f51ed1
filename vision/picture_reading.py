"""Reads single pictures of the window or the cup, and draws how, when asked to."""

from pathlib import Path

from vision.cards.reader import CardReader, CardSighting, WindowGeometry
from vision.dice.reader import CupGeometry, DiceReader, DiceSighting
from vision.explain import CardExplainer
from vision.explain_dice import DiceExplainer
from vision.frame import Frame
from vision.picture_folder import PictureFolder
from vision.threads import use_one_thread


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
