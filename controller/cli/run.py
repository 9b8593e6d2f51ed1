"""`underfelt run`: a whole table, supervised."""

import asyncio
import signal
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from config.device import WebPadEntry
from config.table import TableAndGame
from controller.bus.client import FeedClient
from controller.bus.directory_lock import lock_directory
from controller.bus.messages import Beat
from controller.cli.decision_line import decision_line
from controller.cli.files import (
    capture_option,
    check_theme,
    make_folder,
    pace_option,
    run_option,
    state_option,
    table_option,
)
from controller.facts.decisions import ExpectationSet, RoundClosed
from controller.families.tables import load_table
from controller.process.paths import run_directory, state_directory
from controller.process.supervisor import Supervisor, underfelt
from controller.record.journal import Journal

RUN_LOCK: Final = "run.lock"


@click.command(
    "run",
    short_help="A whole table, supervised.",
    epilog="\b\nExamples:\n  underfelt run\n  underfelt run --pace 10 --until 50\n"
    "  underfelt run --table /etc/underfelt/table.toml",
)
@table_option
@state_option
@run_option
@pace_option
@click.option(
    "--until", type=click.IntRange(1), metavar="ROUNDS", help="Stop after so many rounds."
)
@capture_option
@click.option("-v", "--verbose", is_flag=True, help="Also what is expected next, and all logs.")
def run_command(
    table_file: Path,
    state_dir: Path | None,
    run_dir: Path | None,
    pace: float | None,
    until: int | None,
    capture: Path | None,
    verbose: bool,
) -> int:
    """Run a table: daemon, drivers, scoreboard, and what is emulated.

    Prints one line per decision. Ctrl-C stops everything. The default table is a fully emulated
    baccarat table whose house dealer plays on by itself.
    """
    loaded = load_table(table_file)
    check_theme(table_file, loaded.table)
    state = state_directory(loaded.table.id, state_dir)
    sockets = run_directory(loaded.table.id, run_dir if run_dir or not state_dir else state / "run")
    make_folder(state, "write", "--state-dir")
    if capture is not None:
        make_folder(capture, "capture", "--capture")
    runner = _Runner(loaded, table_file, state, sockets, pace, until, capture, verbose)
    # Before any process starts: a second table's drivers would take the first one's devices.
    lock_directory(sockets).close()
    with lock_directory(sockets, RUN_LOCK):
        return asyncio.run(runner.run())


class _Runner:
    """One table run from the terminal."""

    def __init__(
        self,
        loaded: TableAndGame,
        file: Path,
        state: Path,
        sockets: Path,
        pace: float | None,
        until: int | None,
        capture: Path | None,
        verbose: bool,
    ) -> None:
        self._loaded = loaded
        self._sockets = sockets
        self._until = until
        self._verbose = verbose
        self._state = state
        self._capture = capture
        self._commands = _commands(loaded, file, state, sockets, pace, capture, verbose)
        self._recorded = _recorded_so_far(state)
        self._rounds = 0

    async def run(self) -> int:
        self._announce()
        feed = FeedClient(self._sockets)
        supervisor = Supervisor(self._commands, self._say)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
        following = asyncio.create_task(self._follow(feed, supervisor))
        code = await supervisor.run()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        feed.close()
        click.echo(f"stopped after {self._rounds} round{'s' * (self._rounds != 1)}")
        return code

    def _announce(self) -> None:
        table, game = self._loaded.table, self._loaded.game
        place = table.scoreboard
        click.echo(f"{game.name}, {game.room}: {table.seats} seats, table {table.id}")
        click.echo(f"scoreboard  http://{place.host}:{place.port}/")
        click.echo(f"record      {self._state / 'journal.sqlite'}")
        if self._capture is not None:
            click.echo(f"capture     {self._capture}")
        unconfirmed = self._loaded.open_readings
        if unconfirmed:
            command = "underfelt check-config"
            click.echo(f"readings    {len(unconfirmed)} not confirmed by the room ({command})")
        click.echo("Ctrl-C stops the table")

    def _say(self, line: str) -> None:
        click.echo(f"{datetime.now():%H:%M:%S}  {line}")

    async def _follow(self, feed: FeedClient, supervisor: Supervisor) -> None:
        async for entry in feed.entries(after=self._recorded):
            if isinstance(entry, Beat) or entry.decision is None:
                continue
            if self._verbose or not isinstance(entry.decision, ExpectationSet):
                self._say(decision_line(entry.decision))
            if isinstance(entry.decision, RoundClosed):
                self._rounds += 1
                if self._rounds == self._until:
                    supervisor.stop()
                    return


def _commands(
    loaded: TableAndGame,
    file: Path,
    state: Path,
    sockets: Path,
    pace: float | None,
    capture: Path | None,
    verbose: bool,
) -> dict[str, list[str]]:
    shared = ["--table", str(file), "--run-dir", str(sockets), "--supervised"]
    if verbose:
        shared.append("--verbose")
    commands = {"daemon": underfelt("daemon", "--state-dir", str(state), *shared)}
    devices = loaded.table.devices
    if any(entry.emulator for entry in devices.values()):
        speed = [] if pace is None else ["--pace", str(pace)]
        commands["emulate"] = underfelt("emulate", *shared, *speed)
    for device in loaded.table.cameras:
        commands[f"{device} camera"] = underfelt(
            "camera", device, "--state-dir", str(state), *shared
        )
    recording = [] if capture is None else ["--capture", str(capture)]
    for device in (name for name, entry in devices.items() if not isinstance(entry, WebPadEntry)):
        commands[device] = underfelt("driver", device, *shared, *recording)
    commands["scoreboard"] = underfelt("scoreboard", *shared)
    return commands


def _recorded_so_far(state: Path) -> int:
    file = state / "journal.sqlite"
    if not file.exists():
        return 0
    with Journal.open_for_reading(file) as journal:
        return journal.last_number
