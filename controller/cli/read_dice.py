"""`underfelt read-dice`: pictures of the open dice cup in, values out."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.cli.picture_lines import (
    Line,
    Loader,
    calibration_option,
    check_any_exists,
    cup_place,
    explain_option,
    images_argument,
    json_option,
    loader,
    print_line,
    progress_option,
)

if TYPE_CHECKING:
    from vision.tools.picture_readers import DicePictures

_EXAMPLE: Final = """\b
Example:
  underfelt read-dice --explain seen throws/
"""


@click.command("read-dice", short_help="Read three dice from pictures.", epilog=_EXAMPLE)
@images_argument
@explain_option
@calibration_option
@progress_option
@json_option
def read_dice_command(
    images: tuple[Path, ...],
    explain: Path | None,
    calibration: Path | None,
    progress: bool | None,
    as_json: bool,
) -> int:
    """Read the three dice in each IMAGE, a file or a folder; one JSON object a line, as they come.

    The dice are null, with the reason, when one is cocked, hidden or missing, or in any doubt.
    """
    del as_json
    check_any_exists(images)
    cup = cup_place(calibration)
    from vision.tools.picture_files import pictures
    from vision.tools.picture_readers import DicePictures

    reader = DicePictures(cup, explain)
    found = pictures(images)
    with loader(len(found), progress) as files:
        for file in found:
            print_line(_line(files, file, reader))
    return files.exit_code


def _line(files: Loader, file: Path, reader: "DicePictures") -> Line:
    loaded = files.load(file)
    nothing: Line = {"image": str(file), "dice": None, "sum": None, "confidence": 0.0}
    if loaded.frame is None:
        return nothing | {"reason": loaded.problem}
    seen = reader.read(file, loaded.frame)
    return {
        "image": str(file),
        "dice": None if seen.dice is None else list(seen.dice),
        "sum": seen.sum,
        "confidence": round(seen.confidence, 4),
        "reason": seen.reason,
    }
