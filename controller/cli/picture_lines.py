"""Reading picture files for a command: a JSON line each, errors, a bar on a terminal."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.facts.failure import OperatorError

if TYPE_CHECKING:
    from config.calibration import Calibration
    from vision.cards.geometry import WindowGeometry
    from vision.dice.sighting import CupGeometry
    from vision.tools.picture_files import Loaded

Line = dict[str, object]

images_argument = click.argument(
    "images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE..."
)
explain_option = click.option(
    "--explain",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write a picture of how each image was read here.",
)
calibration_option = click.option(
    "--calibration",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the window or cup lies in the pictures; see `vision calibrate`.",
)
progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="A bar on standard error; default is when only that is a terminal.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="JSON lines; there is no other output."
)


def window_place(file: Path | None) -> "WindowGeometry":
    """Where a calibration file says the window is; without a file the picture is the window."""
    from vision.cards.geometry import DEFAULT, WindowGeometry

    return DEFAULT if file is None else WindowGeometry(**_calibration(file).window.model_dump())


def cup_place(file: Path | None) -> "CupGeometry":
    """Where a calibration file says the cup is; without one it may be anywhere."""
    from vision.dice.sighting import DEFAULT, CupGeometry

    cup = None if file is None else _calibration(file).cup
    if cup is None:
        return DEFAULT
    return CupGeometry(window=(cup.left_px, cup.top_px, cup.right_px, cup.bottom_px))


def _calibration(file: Path) -> "Calibration":
    # Models of documents take long to import, and few calls name a calibration.
    from config.calibration import load_calibration

    return load_calibration(file)


def check_any_exists(images: Sequence[Path]) -> None:
    """End the command when nothing it was given is there."""
    if not any(image.exists() for image in images):
        more = f" and {len(images) - 1} more" if len(images) > 1 else ""
        raise OperatorError(f"{images[0]}{more}: no such file; name pictures or folders of them")


def print_line(line: Line) -> None:
    """One answer, at once: whoever reads the pipe need not wait for the others."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


class Loader:
    """Loads pictures one by one, says what is wrong with a file, and remembers that one was."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self.exit_code = 0
        self._tick = tick

    def load(self, file: Path) -> "Loaded":
        """Load one file; its problem is told on standard error at once."""
        from vision.tools.picture_files import load

        loaded = load(file)
        if loaded.problem:
            self.exit_code = 1
            click.echo(f"error: {file}: {loaded.problem}", err=True)
        self._tick()
        return loaded


@contextmanager
def loader(count: int, progress: bool | None) -> Iterator[Loader]:
    """A loader of so many pictures, with its bar if there is to be one."""
    is_shown = progress if progress is not None else _is_only_errors_terminal()
    if not is_shown or not sys.stderr.isatty():
        yield Loader(lambda: None)
        return
    steps = max(1, count // 200)
    with click.progressbar(length=count, file=sys.stderr, update_min_steps=steps) as bar:
        yield Loader(lambda: bar.update(1))


def _is_only_errors_terminal() -> bool:
    return sys.stderr.isatty() and not sys.stdout.isatty()
