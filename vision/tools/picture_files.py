"""Picture files on a command line: which there are, in which order, and what each holds."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vision.picture.frame import Frame, ImageFileError, load_image
from vision.sources.stills import SUFFIXES


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
    """The picture of a file; a file that holds none gives its problem instead."""
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
