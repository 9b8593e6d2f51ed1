"""`underfelt vision`: set a camera up and watch what it reads."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from controller.cli.picture_lines import calibration_option, cup_place, window_place
from controller.cli.vision_trials import trials_command
from controller.facts.failure import CheckFailedError, OperatorError

if TYPE_CHECKING:
    from vision.calibration.cup import CupCalibration
    from vision.calibration.shoe import ShoeCalibration
    from vision.calibration.views import Views
    from vision.picture.frame import Frame
    from vision.sources.shot import FrameSource
    from vision.tools.live_page import LivePage
    from vision.tools.watch import Look, Watched

EMULATED: Final = "emulated"

source_option = click.option(
    "--source",
    default=EMULATED,
    show_default=True,
    help="A camera (/dev/video0, a number, a pipeline), a film, a folder of stills, or emulated.",
)
cup_option = click.option("--cup", is_flag=True, help="A dice cup instead of a shoe's window.")


@click.group("vision", short_help="Calibrate a camera; watch what it reads.")
def vision_group() -> None:
    """Set up the camera over a shoe's window or a dice cup, and watch what it reads."""


vision_group.add_command(trials_command)


@vision_group.command("calibrate", short_help="Find the window, say what to change.")
@source_option
@cup_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default="calibration.toml",
    show_default=True,
    metavar="FILE",
    help="The calibration file; its annotated picture goes beside it.",
)
@click.option(
    "--card",
    type=click.Choice(["bridge", "poker"]),
    help="No window in sight: a whole card of this size gives the scale.",
)
@click.option(
    "--window",
    type=click.Choice(["30x40", "35x47"]),
    default="30x40",
    show_default=True,
    help="The opening in millimetres; 35x47 for jumbo indices.",
)
@click.option("--frames", type=click.IntRange(1, 10_000), default=150, show_default=True)
@click.option(
    "--exposure-ms", type=click.FloatRange(0.01, 1000), help="The camera's exposure as it is now."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")
def calibrate_command(
    source: str,
    cup: bool,
    out: Path,
    card: Literal["bridge", "poker"] | None,
    window: str,
    frames: int,
    exposure_ms: float | None,
    as_json: bool,
) -> None:
    """Look through a camera while cards pass (or the cup is used), and write its calibration.

    Finds the window, its scale and turn; measures the deck's index, light, lamps, focus, blur and
    dirt; says in words what to change. Cards should pass, and the window be empty now and then.
    """
    from vision.calibration.views import ViewsError, gather
    from vision.picture.threads import use_one_thread

    use_one_thread()
    try:
        with closing(_open(source, cup)) as frames_of:
            views = gather(frames_of, frames)
        done, text, picture = (
            _cup(views, source)
            if cup
            else _shoe(views, source, card, exposure_ms, float(window.partition("x")[0]))
        )
    except ViewsError as error:
        raise CheckFailedError(f"{source}: {error}") from None
    beside = _write(out, text, picture)
    _print(done, out, beside, as_json)


@vision_group.command("watch", short_help="What the camera reads, live.")
@source_option
@cup_option
@calibration_option
@click.option(
    "--page",
    type=click.IntRange(1, 65_535),
    metavar="PORT",
    help="Also a page with the annotated picture, for browsers on this computer only.",
)
@click.option("--frames", type=click.IntRange(1), help="Stop after so many pictures.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
def watch_command(
    source: str,
    cup: bool,
    calibration: Path | None,
    page: int | None,
    frames: int | None,
    as_json: bool,
) -> None:
    """Show what a camera reads, picture by picture, until interrupted.

    In a terminal a small picture and a line that changes; otherwise a line for each new result.
    """
    from vision.picture.threads import use_one_thread
    from vision.tools.watch import watch

    use_one_thread()
    look = _look(calibration, cup)
    live = None if page is None else _live_page(page)
    show = _shower(as_json)
    with closing(_open(source, cup, is_bare=calibration is None)) as camera:
        for seen in islice(watch(camera, look), frames):
            show(seen)
            if live is not None and live.is_wanted:
                live.show(look.draw(seen.shot.frame), seen.readout)


def _live_page(port: int) -> "LivePage":

    from vision.tools.live_page import LivePage

    page = LivePage(port)
    click.echo(f"watching at {page.address}", err=True)
    return page


def _look(calibration: Path | None, cup: bool) -> "Look":
    from vision.tools.watch import CardLook, DiceLook

    return DiceLook(cup_place(calibration)) if cup else CardLook(window_place(calibration))


def _shower(as_json: bool) -> "Callable[[Watched], None]":
    from controller.cli.watch_lines import JsonLines, ResultLines, TerminalPicture

    if as_json:
        return JsonLines().show
    return TerminalPicture().show if sys.stdout.isatty() else ResultLines().show


def _open(source: str, cup: bool, *, is_bare: bool = False) -> "FrameSource":
    from vision.emulation.rehearsal import Mount, RehearsalCup, RehearsalWindow
    from vision.sources.by_name import open_source

    if source != EMULATED:
        return open_source(source, Path())
    return RehearsalCup() if cup else RehearsalWindow(None if is_bare else Mount())


def _shoe(
    views: "Views",
    source: str,
    card: Literal["bridge", "poker"] | None,
    exposure_ms: float | None,
    width_mm: float,
) -> "tuple[ShoeCalibration, str, Frame]":
    from vision.calibration.shoe import calibrate_shoe
    from vision.calibration.text import shoe_text
    from vision.tools.calibration_sheet import draw_shoe

    done = calibrate_shoe(views, card, exposure_ms, width_mm)
    return done, shoe_text(done, source), draw_shoe(views, done)


def _cup(views: "Views", source: str) -> "tuple[CupCalibration, str, Frame]":
    from vision.calibration.cup import calibrate_cup
    from vision.calibration.text import cup_text
    from vision.dice.reader import DiceReader
    from vision.tools.calibration_sheet import draw_cup

    done = calibrate_cup(views, DiceReader())
    return done, cup_text(done, source), draw_cup(views, done)


def _write(out: Path, text: str, picture: "Frame") -> Path:
    from vision.tools.picture_files import write_picture

    beside = out.with_suffix(".png")
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise OperatorError(f"{out}: {reason}; name a file that can be written") from None
    write_picture(beside, picture)
    return beside


def _print(
    done: "ShoeCalibration | CupCalibration", out: Path, picture: Path, as_json: bool
) -> None:
    if as_json:
        files = {"file": str(out), "picture": str(picture)}
        click.echo(json.dumps(asdict(done) | files))
        return
    from vision.calibration.text import facts

    for line in facts(done):
        click.echo(line)
    for line in done.advice:
        click.echo(f"change: {line}")
    if not done.advice:
        click.echo("nothing to change")
    click.echo(f"written: {out}, {picture}")
