"""A folder that annotated pictures are written to."""

from pathlib import Path
from typing import Final

import cv2

from controller.facts.failure import OperatorError
from vision.frame import Frame

QUALITY: Final = 90


class PictureFolderError(OperatorError):
    """Pictures cannot be written; says where and what to do."""


class PictureFolder:
    """Names each picture after its file; files of one name from several folders stay apart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken: set[str] = set()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _refusal(folder, error) from None

    def write(self, file: Path, picture: Frame) -> Path:
        """Write the picture that belongs to a file; gives its place."""
        place = self._folder / f"{self._name(file)}.jpg"
        write_picture(place, picture)
        return place

    def _name(self, file: Path) -> str:
        name, number = file.stem, 2
        while name in self._taken:
            name, number = f"{file.stem}-{number}", number + 1
        self._taken.add(name)
        return name


def write_picture(place: Path, picture: Frame) -> None:
    """Write a picture in the form its file name asks for; raise PictureFolderError if it cannot."""
    ways = [cv2.IMWRITE_JPEG_QUALITY, QUALITY] if place.suffix == ".jpg" else []
    is_made, data = cv2.imencode(place.suffix, picture, ways)
    assert is_made
    try:
        place.write_bytes(data.tobytes())
    except OSError as error:
        raise _refusal(place, error) from None


def _refusal(place: Path, error: OSError) -> PictureFolderError:
    reason = (error.strerror or "cannot be written").lower()
    return PictureFolderError(f"{place}: {reason}; name a folder that can be written to")
