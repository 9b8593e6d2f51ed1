"""The rules daemon and the scoreboard of a table: what `run` supervises and systemd starts."""

import os
import signal
import time
from collections.abc import Callable
from datetime import time as clock
from pathlib import Path

import click

from controller.cli.files import run_option, state_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.facts.roles import DEMONSTRATION
from controller.families.tables import load_table
from controller.process.descriptors import take_descriptors
from controller.process.paths import make_private, run_directory, state_directory
from controller.process.running import put_up_links


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
    from controller.daemon.checkpoint import checkpoint_version
    from controller.daemon.daemon import Daemon
    from controller.daemon.keeper import DAEMON, TableKeeper
    from controller.daemon.provenance import started
    from controller.daemon.sealer import Sealer
    from controller.families.opening import rules_of
    from controller.people.staff import STAFF_FILE, StaffRoll, demonstration
    from controller.record.rescue import open_proved
    from controller.record.sealing import Seal

    start_process(supervised, verbose)
    take_descriptors()
    loaded = load_table(table_file)
    name = loaded.table.id
    directory = state_directory(name, state_dir)
    # The record and what is beside it are the daemon's; sockets are given to their groups by name.
    os.umask(0o077)
    try:
        make_private(directory)
        sockets = run_directory(name, run_dir)
        bus = BusServer(sockets)
        put_up_links(sockets, table_file, directory)
        rules = rules_of(loaded)
        journal, damage = open_proved(directory / "journal.sqlite", checkpoint_version(rules))
        sealer = Sealer(Seal.of(journal, name), loaded.table.record.witnesses)
        keeper = TableKeeper(rules, journal, damage=damage, contradictions=sealer.remembered())
        people = demonstration(DEMONSTRATION if loaded.table.is_emulated else ())
        staff = StaffRoll(directory / STAFF_FILE, people)
        daemon = Daemon(keeper, journal, bus, staff, sealer, second=loaded.table.desk.second)
    except OSError as error:
        raise OperatorError(
            f"cannot write to {directory}: {error.strerror}; choose another with --state-dir"
        ) from None
    clocks = (time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000)
    daemon.note(DAEMON, started(table_file, *clocks))
    _on_signal(daemon.stop)
    daemon.run()
    bus.close()
    journal.close()


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
    loaded = load_table(table_file)
    place = loaded.table.scoreboard
    directory = run_directory(loaded.table.id, run_dir)
    record = AnswersClient(directory, PATIENCE_S)
    shown = place.port if port is None else port
    run_scoreboard(
        directory,
        place.host,
        shown,
        screens=screens_of(loaded, table_file),
        shoes=ShoeHistory(
            record,
            marking_of(loaded.game, place.tail, loaded.table.seats),
            tuple(map(clock.fromisoformat, place.shifts)),
        ),
        keys=screen_keys(),
        door=ScreenDoor(place.key or "", place.names),
    )
