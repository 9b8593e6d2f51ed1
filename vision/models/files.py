"""The shipped models, as OpenCV runs them."""

from importlib import resources
from pathlib import Path
from typing import Final

import cv2

from controller.facts.failure import OperatorError

# OpenCV 5 has two engines; the older one is a third faster on nets this small.
_CLASSIC_ENGINE: Final = 1


class ModelFileError(OperatorError):
    """A shipped model is missing or damaged; says which and what to do."""


def shipped_model(name: str) -> cv2.dnn.Net:
    """The net shipped under a name."""
    with resources.as_file(resources.files("vision.models") / f"{name}.onnx") as path:
        return read_model(path)


def read_model(path: Path) -> cv2.dnn.Net:
    """From the file: given the bytes, OpenCV 5 ignores the choice of engine."""
    if not path.is_file():
        raise ModelFileError(f"{path.name}: the shipped model is missing; install underfelt again")
    try:
        if int(cv2.__version__.split(".", maxsplit=1)[0]) < 5:
            return cv2.dnn.readNetFromONNX(str(path))
        return cv2.dnn.readNetFromONNX(str(path), _CLASSIC_ENGINE)
    except cv2.error:
        raise ModelFileError(
            f"{path.name}: the shipped model is damaged; install underfelt again"
        ) from None
