"""The text of a calibration file: TOML that `config.calibration` reads back."""

from collections.abc import Iterator, Sequence

from vision.calibration.cup import CupCalibration
from vision.calibration.shoe import ShoeCalibration


def shoe_text(done: ShoeCalibration, source: str) -> str:
    """The file of a camera over a window."""
    at = done.place.geometry
    keys = {
        "left_px": at.left_px,
        "top_px": at.top_px,
        "width_px": at.width_px,
        "height_px": at.height_px,
        "px_per_mm": at.px_per_mm,
        "turn_deg": at.turn_deg,
    }
    return _text("window", keys, source, done.advice)


def cup_text(done: CupCalibration, source: str) -> str:
    """The file of a camera over a dice cup."""
    names = ("left_px", "top_px", "right_px", "bottom_px")
    return _text("cup", dict(zip(names, done.window, strict=True)), source, done.advice)


def _text(
    section: str, keys: dict[str, int] | dict[str, float], source: str, advice: Sequence[str]
) -> str:
    return "\n".join(_lines(section, keys, source, advice)) + "\n"


def _lines(
    section: str, keys: dict[str, int] | dict[str, float], source: str, advice: Sequence[str]
) -> Iterator[str]:
    plain = " ".join(source.split())
    yield f"# Written by `underfelt vision calibrate` from {plain}."
    for line in advice:
        yield f"# To change: {line}."
    yield ""
    yield f"[{section}]"
    for key, value in keys.items():
        yield f"{key} = {value}"
