"""The rules daemon and the scoreboard of a table: what `run` supervises and systemd starts."""

import os
import signal
from collections.abc import Callable
from datetime import time as clock
from pathlib import Path
from typing import TYPE_CHECKING

import click

from config.directive import room_settings
from config.document import DocumentError
from config.table import TableAndGame, read_table
from controller.cli.files import run_option, state_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from controller.process.descriptors import take_descriptors
from controller.process.paths import make_private, run_directory, state_directory
from controller.process.running import put_up_links

if TYPE_CHECKING:
    from controller.directives.shelf import Shelf


@click.command("daemon")
@table_option
@state_option
@run_option
@supervised_option
@verbose_option
def daemon_command(
    table_file: Path, state_dir: Path | None, run_dir: Path | None, supervised: bool, verbose: bool
) -> None:
    """Run the rules daemon of a table."""
    from controller.bus.server import BusServer
    from controller.cli.table_days import Days
    from controller.directives.shelf import shelf_of

    start_process(supervised, verbose)
    take_descriptors()
    name = read_table(table_file).id
    directory = state_directory(name, state_dir)
    shelf = shelf_of(table_file, directory)
    _loaded(table_file, shelf)
    # The record and what is beside it are the daemon's; sockets are given to their groups by name.
    os.umask(0o077)
    try:
        make_private(directory)
        sockets = run_directory(name, run_dir)
        bus = BusServer(sockets)
        put_up_links(sockets, table_file, directory)
    except OSError as error:
        raise OperatorError(
            f"cannot write to {directory}: {error.strerror}; choose another with --state-dir"
        ) from None
    days = Days(lambda: _loaded(table_file, shelf), table_file, directory, bus, sockets, shelf)
    _on_signal(days.stop)
    days.serve()
    bus.close()


def _loaded(table_file: Path, shelf: "Shelf | None") -> TableAndGame:
    """The table under the room's directives; whose fault it is when both do not go together."""
    alone = load_table(table_file)
    if shelf is None:
        return alone
    try:
        return load_table(table_file, room=shelf.settings())
    except DocumentError as error:
        text = f"{error.problems[0].key}: {error.problems[0].text}"
        raise OperatorError(
            f"the room's directives do not go with {table_file}: {text};"
            f" correct the file, or remove {shelf.place} to go by the file alone"
        ) from None


def _on_signal(stop: Callable[[], None]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop())


@click.command("scoreboard")
@table_option
@run_option
@click.option("--port", type=click.IntRange(1, 65535), help="Instead of the table file's port.")
@supervised_option
@verbose_option
def scoreboard_command(
    table_file: Path, run_dir: Path | None, port: int | None, supervised: bool, verbose: bool
) -> None:
    """Serve the scoreboard of a table."""
    from controller.bus.client import AnswersClient
    from drivers.scoreboard.screen_door import ScreenDoor
    from drivers.scoreboard.screen_keys import screen_keys
    from drivers.scoreboard.screens import screens_of
    from drivers.scoreboard.server import run_scoreboard
    from drivers.scoreboard.shoe_cards import marking_of
    from drivers.scoreboard.shoe_history import PATIENCE_S, ShoeHistory

    start_process(supervised, verbose)
    directory = run_directory(read_table(table_file).id, run_dir)
    record, goes_on = AnswersClient(directory, PATIENCE_S), True
    while goes_on:
        room = room_settings(directory)
        loaded = load_table(table_file, room=room)
        place = loaded.table.scoreboard
        # A directive of the room shows as soon as it is in force: pages load their poster anew.
        goes_on = run_scoreboard(
            directory,
            place.host,
            place.port if port is None else port,
            screens=screens_of(loaded, table_file, room.theme),
            shoes=ShoeHistory(
                record,
                marking_of(loaded.game, place.tail, loaded.table.seats),
                tuple(map(clock.fromisoformat, place.shifts)),
            ),
            keys=screen_keys(),
            door=ScreenDoor(place.key or "", place.names),
            room=room,
        )
