"""`underfelt read-card`: pictures of the shoe window in, cards out."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.cli.picture_lines import (
    Line,
    Loader,
    calibration_option,
    check_any_exists,
    explain_option,
    images_argument,
    json_option,
    loader,
    print_line,
    progress_option,
    window_place,
)

if TYPE_CHECKING:
    from vision.cards.sighting import CardSighting
    from vision.tools.picture_readers import CardPictures

_EXAMPLE: Final = """\b
Examples:
  underfelt read-card frames/*.png
  underfelt read-card --together f1.png f2.png f3.png
  underfelt read-card --together shoe/       one card for each folder below shoe/
"""


@click.command("read-card", short_help="Read cards from pictures.", epilog=_EXAMPLE)
@images_argument
@click.option("--together", is_flag=True, help="All pictures are frames of one card.")
@explain_option
@calibration_option
@progress_option
@json_option
def read_card_command(
    images: tuple[Path, ...],
    together: bool,
    explain: Path | None,
    calibration: Path | None,
    progress: bool | None,
    as_json: bool,
) -> int:
    """Read the card in each IMAGE, a file or a folder; one JSON object a line, as they come.

    The card is null, with kind and reason, unless two readers agree. With --together every line
    carries the card that all frames give together; folders then are one card each.
    """
    del as_json
    check_any_exists(images)
    place = window_place(calibration)
    from vision.tools.picture_files import picture_groups, pictures
    from vision.tools.picture_readers import CardPictures

    reader = CardPictures(place, explain)
    groups = picture_groups(images) if together else [[file] for file in pictures(images)]
    with loader(sum(map(len, groups)), progress) as files:
        for group in groups:
            if together:
                _read_together(files, group, reader)
            else:
                print_line(_single(*_sighting(files, group[0], reader)))
    return files.exit_code


def _sighting(files: Loader, file: Path, reader: "CardPictures") -> "tuple[Path, CardSighting]":
    from vision.cards.sighting import CardSighting

    loaded = files.load(file)
    if loaded.frame is None:
        return file, CardSighting("unreadable", None, 0.0, loaded.problem)
    return file, reader.read(file, loaded.frame)


def _single(file: Path, sighting: "CardSighting") -> Line:
    return {
        "image": str(file),
        "card": sighting.card,
        "confidence": round(sighting.confidence, 4),
        "kind": sighting.kind,
        "reason": sighting.reason,
    }


def _read_together(files: Loader, group: list[Path], reader: "CardPictures") -> None:
    from vision.cards.votes import joined

    seen = [_sighting(files, file, reader) for file in group]
    result = joined([sighting for _, sighting in seen])
    answer: Line = {
        "card": result.card,
        "confidence": round(result.confidence, 4),
        "frames": result.frames,
        "reason": result.reason,
    }
    for file, sighting in seen:
        frame: Line = {"kind": sighting.kind, "frame_card": sighting.card}
        print_line({"image": str(file)} | answer | frame | {"frame_reason": sighting.reason})
