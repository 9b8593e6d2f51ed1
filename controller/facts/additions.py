"""Additions: folders beside the shipped ones with further families, devices, games and words."""

import os
from pathlib import Path
from typing import Final

# Folders with families/, drivers/, events/, games/, wire/ and words/, and an irregularities.toml.
ADDITIONS: Final = "UNDERFELT_ADDITIONS"


def addition_folders(kind: str) -> tuple[Path, ...]:
    """The folders of one kind in every addition, in the order they are named."""
    places = os.environ.get(ADDITIONS, "")
    folders = (Path(place) / kind for place in places.split(os.pathsep) if place)
    return tuple(folder for folder in folders if folder.is_dir())
