"""`underfelt camera`: the vision process of one device with a camera."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from config.calibration import Calibration, calibration_file, load_calibration
from config.device import CameraEntry
from config.table import TableAndGame
from controller.cli.files import run_option, state_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.cards import Card
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from controller.process.paths import run_directory, state_directory
from controller.table.shoe import copies_in_deck

if TYPE_CHECKING:
    from drivers.camera.finding import Watch
    from vision.dice.reader import CupGeometry
    from vision.sources.shot import FrameSource
    from vision.tools.watch import Look


@click.command("camera", short_help="Watch a shoe or dice cup through its camera.")
@click.argument("device")
@table_option
@state_option
@run_option
@supervised_option
@verbose_option
def camera_command(
    device: str,
    table_file: Path,
    state_dir: Path | None,
    run_dir: Path | None,
    supervised: bool,
    verbose: bool,
) -> None:
    """Run the vision process of one DEVICE of a table: its camera in, the device's wire out."""
    from drivers.camera.process import run_camera
    from drivers.camera.view_server import Peephole, tried_at
    from drivers.runtime.place import device_path, table_run_dir
    from vision.evidence import FOLDER
    from vision.picture.threads import use_one_thread
    from vision.sources.by_name import open_source

    start_process(supervised, verbose)
    loaded = load_table(table_file)
    entry = _camera_entry(loaded, table_file, device)
    use_one_thread()
    calibration = _calibration(table_file, entry)
    watch = _watch(loaded, entry, calibration)
    directory = run_directory(loaded.table.id, run_dir)
    is_tried = tried_at(table_run_dir(directory), device, entry.kind)
    peephole = Peephole(is_tried, lambda: _look(entry, calibration))
    path = device_path(directory, device)
    camera = _camera_place(table_file, entry)
    evidence = state_directory(loaded.table.id, state_dir) / FOLDER / device

    def opened() -> "FrameSource":
        return open_source(camera, path)

    run_camera(device, entry.kind, directory, path, evidence, watch, opened, peephole)


def _camera_entry(loaded: TableAndGame, table_file: Path, device: str) -> CameraEntry:
    cameras = loaded.table.cameras
    if device not in cameras:
        known = ", ".join(cameras) or "none"
        raise OperatorError(f"{table_file} has no camera device {device!r}; it has {known}")
    return cameras[device]


def _camera_place(table_file: Path, entry: CameraEntry) -> str:
    """A film or folder is looked for beside the table file; a camera is where it says."""
    beside = table_file.parent / entry.camera
    return str(beside) if entry.emulator is None and beside.exists() else entry.camera


def _calibration(table_file: Path, entry: CameraEntry) -> Calibration:
    if entry.calibration is None:
        return Calibration()
    return load_calibration(calibration_file(table_file, entry.calibration))


def _watch(loaded: TableAndGame, entry: CameraEntry, calibration: Calibration) -> "Watch":
    return _cup_watch(calibration) if entry.kind == "dice-cup" else _shoe_watch(loaded, calibration)


def _shoe_watch(loaded: TableAndGame, calibration: Calibration) -> "Watch":
    from drivers.shoe.camera import ShoeWatch
    from vision.cards.layout import DeckLayout
    from vision.cards.reader import CardReader, WindowGeometry

    copies = copies_in_deck(loaded.game.cards)
    geometry = WindowGeometry(**calibration.window.model_dump())
    reader = CardReader(geometry, DeckLayout())
    return ShoeWatch(reader, geometry, {card: copies[card.place] for card in Card})


def _cup_watch(calibration: Calibration) -> "Watch":
    from drivers.dice_cup.camera import CupWatch
    from vision.dice.reader import DiceReader

    return CupWatch(DiceReader(_cup(calibration), is_live=True))


def _cup(calibration: Calibration) -> "CupGeometry":
    from vision.dice.reader import CupGeometry

    cup = calibration.cup
    window = None if cup is None else (cup.left_px, cup.top_px, cup.right_px, cup.bottom_px)
    return CupGeometry(window=window)


def _look(entry: CameraEntry, calibration: Calibration) -> "Look":
    """What a technician is shown, read by a reader of its own: the watch is not disturbed."""
    from vision.cards.reader import WindowGeometry
    from vision.tools.watch import CardLook, DiceLook

    if entry.kind == "dice-cup":
        return DiceLook(_cup(calibration))
    return CardLook(WindowGeometry(**calibration.window.model_dump()))


@click.command("camera-marks", short_help="Print the marks a camera shoe or cup needs.")
def camera_marks_command() -> None:
    """Print a sheet of marks as SVG: new shoes, the shoe's lid, its end, a dice cup's lid."""
    from vision.marks.sheet import sheet

    click.echo(sheet())
