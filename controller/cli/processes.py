"""The processes of a table, one command each: what `run` supervises and systemd starts."""

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import time as clock
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from config.barcode_table import codes_file, load_barcodes
from config.device import BarcodeEntry
from config.game import Game
from config.table import Table, TableAndGame
from controller.cli.files import (
    capture_option,
    pace_option,
    run_option,
    state_option,
    table_option,
    truth_option,
)
from controller.dealing.shoe import cut_depth
from controller.facts.cards import Card
from controller.facts.failure import OperatorError
from controller.facts.roles import DEMONSTRATION
from controller.families import families
from controller.families.tables import load_table
from controller.process import notify
from controller.process.descriptors import take_descriptors
from controller.process.parent import end_with_parent
from controller.process.paths import make_private, run_directory, state_directory
from controller.process.quiet_log import set_up_log
from controller.process.running import put_up_links
from controller.table.shoe import copies_in_deck

if TYPE_CHECKING:
    from drivers.emulate.dealer import HouseDealer
    from drivers.emulate.emulators import Emulators

supervised_option = click.option(
    "--supervised", is_flag=True, hidden=True, help="End when the parent process ends."
)
EMULATORS_LOCK = "emulators.lock"
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Log every change of state.")


def start_process(supervised: bool, verbose: bool) -> None:
    """What every process of a table does first: it ends with its parent, and logs."""
    if supervised:
        end_with_parent()
    set_up_log(logging.INFO if verbose else logging.WARNING, sys.stderr)


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
        daemon = Daemon(keeper, journal, bus, staff, sealer)
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


@click.command("driver")
@click.argument("device")
@table_option
@run_option
@capture_option
@supervised_option
@verbose_option
def driver_command(
    device: str,
    table_file: Path,
    run_dir: Path | None,
    capture: Path | None,
    supervised: bool,
    verbose: bool,
) -> None:
    """Run the driver of one DEVICE of a table."""
    from drivers.run import DriverSite, run_driver

    start_process(supervised, verbose)
    loaded = load_table(table_file)
    entry = loaded.table.devices.get(device)
    if entry is None:
        known = ", ".join(loaded.table.devices)
        raise OperatorError(f"{table_file} has no device {device!r}; it has {known}")
    site = DriverSite(run_directory(loaded.table.id, run_dir), table_file, capture)
    run_driver(device, entry, site)


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
    from controller.web.page_keys import PAD_VARIABLE
    from drivers.scoreboard.pad_page import pad_place
    from drivers.scoreboard.screen_keys import pad_address, screen_keys
    from drivers.scoreboard.screens import screens_of
    from drivers.scoreboard.server import run_scoreboard
    from drivers.scoreboard.shoe_cards import marking_of
    from drivers.scoreboard.shoe_history import PATIENCE_S, ShoeHistory

    start_process(supervised, verbose)
    loaded = load_table(table_file)
    place = loaded.table.scoreboard
    directory = run_directory(loaded.table.id, run_dir)
    record = AnswersClient(directory, PATIENCE_S)
    pad, keys = pad_place(loaded, directory), screen_keys()
    shown = place.port if port is None else port
    if pad is not None and PAD_VARIABLE not in os.environ:
        click.echo(f"pad on {pad_address(place.host, shown, keys.pad)}", err=True)
    run_scoreboard(
        directory,
        place.host,
        shown,
        screens=screens_of(loaded, table_file),
        shoes=ShoeHistory(
            record,
            marking_of(loaded.game, place.tail),
            tuple(map(clock.fromisoformat, place.shifts)),
        ),
        pad=pad,
        keys=keys,
    )


@click.command("emulate", short_help="Emulated devices and house dealer.")
@table_option
@run_option
@pace_option
@click.option("--no-dealer", is_flag=True, help="Devices only: nobody plays.")
@truth_option
@supervised_option
@verbose_option
def emulate_command(
    table_file: Path,
    run_dir: Path | None,
    pace: float | None,
    no_dealer: bool,
    truth: Path | None,
    supervised: bool,
    verbose: bool,
) -> None:
    """Run the emulated devices of a table and the emulated house dealer."""
    from controller.bus.directory_lock import lock_directory

    start_process(supervised, verbose)
    loaded = load_table(table_file)
    speed = float(loaded.table.emulation.pace) if pace is None else pace
    directory = run_directory(loaded.table.id, run_dir)
    with lock_directory(directory, EMULATORS_LOCK):
        asyncio.run(_emulate(loaded, table_file, directory, 1 / speed, not no_dealer, truth))


def _print_codes(emulators: "Emulators", table_file: Path, table: Table) -> None:
    from drivers.shoe.barcode_emulator import BarcodeShoeEmulator

    for name, entry in table.devices.items():
        if isinstance(entry, BarcodeEntry) and entry.emulator:
            shoe = emulators.emulator(name)
            assert isinstance(shoe, BarcodeShoeEmulator)
            shoe.use_codes(load_barcodes(codes_file(table_file, entry.codes)))


def _fill_shoes(emulators: "Emulators", table: Table, game: Game) -> None:
    """Give each emulated shoe the deck of the game, with room for a whole round behind the cut."""
    from drivers.shoe.emulator import ShoeEmulator
    from drivers.shuffler.emulator import ShufflerEmulator

    copies = copies_in_deck(game.cards, table.emulation.decks)
    deck = [str(card) for card in Card for _ in range(copies[card.place])]
    for name, entry in table.devices.items():
        shoe = emulators.emulator(name) if entry.emulator else None
        if isinstance(shoe, ShoeEmulator):
            shoe.use_deck(deck, cut_depth(families()[game.family].draws_by_choice))
        elif isinstance(shoe, ShufflerEmulator):
            shoe.use_decks_of(len(deck))


async def _emulate(
    loaded: TableAndGame,
    table_file: Path,
    directory: Path,
    stretch: float,
    deals: bool,
    truth: Path | None,
) -> None:
    from controller.families.dealer import dealer_of
    from controller.families.opening import rules_of
    from drivers.emulate.dealer import HouseDealer
    from drivers.emulate.emulators import Emulators

    table = loaded.table
    devices = {name: entry.emulator for name, entry in table.devices.items() if entry.emulator}
    decks = table.emulation.decks or loaded.game.cards.decks[1]
    seed = table.emulation.seed
    emulators = Emulators(directory, devices, seed, stretch)
    _print_codes(emulators, table_file, table)
    _fill_shoes(emulators, table, loaded.game)
    if truth is not None:
        emulators.keep_truth(truth)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    policy = partial(dealer_of, rules_of(loaded), decks=decks)
    dealer = HouseDealer(emulators, directory, tuple(devices), decks, seed, stretch, policy)
    working = asyncio.create_task(_work(emulators, dealer if deals else None))
    waiting = asyncio.create_task(stop.wait())
    done, _pending = await asyncio.wait({waiting, working}, return_when=asyncio.FIRST_COMPLETED)
    working.cancel()
    await asyncio.gather(working, return_exceptions=working not in done)
    await emulators.stop()


async def _work(emulators: "Emulators", dealer: "HouseDealer | None") -> None:
    """Plug the devices in and deal; a device holds its cards before anybody can ask for them."""
    if dealer is not None:
        await dealer.take_over()
    await emulators.start()
    notify.ready()
    await (asyncio.Event().wait() if dealer is None else dealer.play())
