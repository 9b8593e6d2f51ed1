"""The calibration file of a camera: where the window or the cup lies in its picture."""

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from config.document import Section, read_document

Pixels = Annotated[int, Field(ge=0, le=10_000)]
Size = Annotated[int, Field(ge=16, le=10_000)]


class WindowPlace(Section):
    """The shoe window in the picture: its corner and size, its scale, turn and true width."""

    left_px: Pixels = 0
    top_px: Pixels = 0
    width_px: Size = 240
    height_px: Size = 320
    px_per_mm: Annotated[float, Field(strict=False, ge=2, le=50)] = 8.0
    turn_deg: Annotated[float, Field(strict=False, ge=-180, le=180)] = 0.0
    width_mm: Annotated[float, Field(strict=False, ge=20, le=60)] = 30.0


class CupPlace(Section):
    """The dice cup in the picture: the rectangle that holds it."""

    left_px: Pixels
    top_px: Pixels
    right_px: Pixels
    bottom_px: Pixels

    @model_validator(mode="after")
    def _has_an_inside(self) -> Self:
        if self.right_px - self.left_px < 16 or self.bottom_px - self.top_px < 16:
            raise ValueError("the cup is smaller than 16 pixels; give left < right, top < bottom")
        return self


class Calibration(Section):
    """One camera's calibration; a shoe's has a window, a dice cup's a cup."""

    window: WindowPlace = WindowPlace()
    cup: CupPlace | None = None


def calibration_file(table_file: Path, calibration: str) -> Path:
    """Where a table's calibration is: beside the table file unless an absolute path is given."""
    return table_file.parent / calibration


def load_calibration(file: Path) -> Calibration:
    """Read and check a calibration file; DocumentError with every problem."""
    return read_document(file).build(Calibration)
