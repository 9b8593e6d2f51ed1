"""A folder of stills as a source: its pictures in the order of their names."""

from pathlib import Path
from typing import Final

from vision.picture.frame import ImageFileError, load_image
from vision.sources.shot import Answer, EndOfFramesError, Shot, SourceError

SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff"})
PERIOD_S: Final = 1 / 30


class StillsSource:
    """Shows each picture of a folder once, thirty a second by its own clock."""

    is_live = False

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise SourceError(f"folder {folder}: not there; correct the path")
        self._files = sorted(p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES)
        if not self._files:
            raise SourceError(f"folder {folder}: holds no pictures; put PNG or JPEG files there")
        self._number = 0

    def read(self) -> Shot:
        """The next picture."""
        if self._number == len(self._files):
            raise EndOfFramesError(str(self._files[-1].parent))
        self._number += 1
        try:
            frame = load_image(self._files[self._number - 1])
        except ImageFileError as error:
            raise SourceError(str(error)) from None
        return Shot(frame, self._number * PERIOD_S)

    def tell(self, answer: Answer) -> None:
        """Stills do not listen."""

    def close(self) -> None:
        """Nothing is open."""
