"""`underfelt emulate`: the emulated devices of a table and its house dealer."""

import asyncio
import signal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from config.barcode_table import codes_file, load_barcodes
from config.device import BarcodeEntry
from config.game import Game
from config.table import Table, TableAndGame
from controller.cli.files import pace_option, run_option, table_option, truth_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.dealing.shoe import cut_depth
from controller.facts.cards import Card
from controller.families import family_of
from controller.families.tables import load_table
from controller.process import notify
from controller.process.paths import run_directory
from controller.table.shoe import copies_in_deck

if TYPE_CHECKING:
    from drivers.emulate.dealer import HouseDealer
    from drivers.emulate.emulators import Emulators

EMULATORS_LOCK: Final = "emulators.lock"


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
            shoe.use_deck(deck, cut_depth(family_of(game).draws_by_choice))
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
