"""Picture files: those a command line names, what each holds, and those written for people."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2

from vision.picture.frame import Frame, ImageFileError, load_image
from vision.sources.stills import SUFFIXES

QUALITY: Final = 90


class Loaded(NamedTuple):
    """One file: its picture, or the problem that kept it from being one."""

    file: Path
    frame: Frame | None
    problem: str


def picture_groups(places: Sequence[Path]) -> list[list[Path]]:
    """Files named singly make one group; every folder with pictures makes one of its own."""
    single = [place for place in places if not place.is_dir()]
    groups = [single] if single else []
    for folder in (place for place in places if place.is_dir()):
        groups += _groups_under(folder)
    return groups


def pictures(places: Sequence[Path]) -> list[Path]:
    """Every file in the order given; a folder stands for its pictures in the order of names."""
    found: list[Path] = []
    for place in places:
        groups = _groups_under(place) if place.is_dir() else [[place]]
        found += (file for group in groups for file in group)
    return found


def load(file: Path) -> Loaded:
    """The picture of a file; for a file that holds none, its problem instead."""
    try:
        return Loaded(file, load_image(file), "")
    except ImageFileError as error:
        return Loaded(file, None, str(error).removeprefix(f"{file}: "))


def _groups_under(folder: Path) -> list[list[Path]]:
    """The pictures of a folder and those below it; an empty folder stands for itself."""
    by_folder: dict[Path, list[Path]] = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in SUFFIXES and file.is_file():
            by_folder.setdefault(file.parent, []).append(file)
    return list(by_folder.values()) or [[folder]]


class PictureFolderError(Exception):
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
        """Write the picture that belongs to a file; return its place."""
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
