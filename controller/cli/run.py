"""`underfelt run`: a whole table, supervised."""

import asyncio
import os
import signal
import socket
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from config.device import PageEntry
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
    truth_option,
)
from controller.facts.board import Board
from controller.facts.decisions import Expectation, ExpectationSet, RoundClosed
from controller.facts.failure import OperatorError
from controller.facts.printable import printable
from controller.facts.roles import DEMONSTRATION
from controller.families.tables import load_table
from controller.process.log_lines import KeptLog
from controller.process.paths import run_directory, state_directory
from controller.process.running import serving_screens
from controller.process.supervisor import Supervisor, underfelt
from controller.record.journal import Journal
from controller.web.page_keys import PAD_VARIABLE, dealer_address, new_key

RUN_LOCK: Final = "run.lock"


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What was asked for on the command line."""

    loaded: TableAndGame
    file: Path
    state: Path
    sockets: Path
    port: int
    pace: float | None
    until: int | None
    capture: Path | None
    truth: Path | None
    deals: bool
    verbose: bool


@click.command(
    "run",
    short_help="A whole table, supervised.",
    epilog="\b\nExamples:\n  underfelt run\n  underfelt run --table fortune --pace 10 --until 50\n"
    "  underfelt run --table by-hand --no-dealer    the dealer's page is yours\n"
    "  underfelt run --table /etc/underfelt/table.toml",
)
@table_option
@state_option
@run_option
@pace_option
@click.option(
    "--until", type=click.IntRange(1), metavar="ROUNDS", help="Stop after this many rounds."
)
@click.option("--port", type=click.IntRange(1, 65535), help="Of the scoreboard, not the file's.")
@click.option("--no-dealer", is_flag=True, help="Nobody plays by itself: you are the house dealer.")
@capture_option
@truth_option
@click.option("-v", "--verbose", is_flag=True, help="Also what is expected next, and all logs.")
def run_command(
    table_file: Path,
    state_dir: Path | None,
    run_dir: Path | None,
    pace: float | None,
    until: int | None,
    port: int | None,
    no_dealer: bool,
    capture: Path | None,
    truth: Path | None,
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
    make_folder(state, "write", "--state-dir", is_private=True)
    if capture is not None:
        make_folder(capture, "capture", "--capture")
    plan = RunPlan(
        loaded=loaded,
        file=table_file,
        state=state,
        sockets=sockets,
        port=loaded.table.scoreboard.port if port is None else port,
        pace=pace,
        until=until,
        capture=capture,
        truth=truth,
        deals=not no_dealer,
        verbose=verbose,
    )
    # Before any process starts: a second table's drivers would take the first one's devices.
    lock_directory(sockets).close()
    _check_port(plan)
    with lock_directory(sockets, RUN_LOCK), serving_screens(sockets, plan.port):
        return asyncio.run(_Runner(plan).run())


def _check_port(plan: RunPlan) -> None:
    """Refuse a port that is taken before a round is opened on a table nobody could see."""
    host = plan.loaded.table.scoreboard.host
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, plan.port))
        except OSError as error:
            raise OperatorError(
                f"cannot serve the scoreboard on {host} port {plan.port}: {error.strerror};"
                f" choose another by --port, or by [scoreboard] port in {plan.file}"
            ) from None


class _Runner:
    """One table run from the terminal."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self._recorded = _recorded_so_far(plan.state)
        self._log = KeptLog(plan.sockets)
        self._rounds = 0

    async def run(self) -> int:
        self._announce()
        feed = FeedClient(self._plan.sockets, guarded=True)
        supervisor = Supervisor(_commands(self._plan), self._pass_on, _emulated_ports(self._plan))
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
        boards = FeedClient(self._plan.sockets)
        following = [asyncio.create_task(self._follow(feed, supervisor))]
        if self._plan.verbose:
            following.append(asyncio.create_task(self._say_expected(boards)))
        code = await supervisor.run()
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        feed.close()
        boards.close()
        click.echo(f"stopped after {self._rounds} round{'s' * (self._rounds != 1)}")
        return code

    def _announce(self) -> None:
        plan, table, game = self._plan, self._plan.loaded.table, self._plan.loaded.game
        click.echo(f"{game.name}, {game.room}: {table.seats} seats, table {table.id}")
        host = table.scoreboard.host
        desk = table.desk_address
        click.echo(f"scoreboard  http://{host}:{plan.port}/")
        click.echo(f"desk        {desk}")
        if table.page_devices:
            # The desk inherits it.
            key = os.environ.setdefault(PAD_VARIABLE, new_key())
            click.echo(f"dealer      {dealer_address(desk, key)}")
        continued = f", continued after row {self._recorded:,}" if self._recorded else ""
        click.echo(f"record      {plan.state / 'journal.sqlite'}{continued}")
        if table.is_emulated:
            for person, role, pin in DEMONSTRATION:
                click.echo(f"{role:<11} {person}, PIN {pin}")
        if plan.capture is not None:
            click.echo(f"capture     {plan.capture}")
        unconfirmed = plan.loaded.open_readings
        if unconfirmed:
            command = f"underfelt check-config {plan.file}"
            click.echo(f"readings    {len(unconfirmed)} not confirmed by the room ({command})")
        click.echo("Ctrl-C stops the table")

    def _pass_on(self, line: str) -> None:
        """What a process said; the technician's page and a bundle have the last of it."""
        self._log.keep(line, datetime.now())
        self._say(line)

    def _say(self, line: str) -> None:
        click.echo(f"{datetime.now():%H:%M:%S}  {printable(line)}")

    async def _follow(self, feed: FeedClient, supervisor: Supervisor) -> None:
        async for entry in feed.entries(after=self._recorded):
            if isinstance(entry, Beat) or entry.decision is None:
                continue
            self._say(decision_line(entry.decision))
            if isinstance(entry.decision, RoundClosed):
                self._rounds += 1
                if self._rounds == self._plan.until:
                    supervisor.stop()
                    return

    async def _say_expected(self, feed: FeedClient) -> None:
        said: tuple[Expectation, ...] = ()
        async for board in feed.boards():
            if isinstance(board, Board) and board.expected != said:
                said = board.expected
                self._say(decision_line(ExpectationSet(expected=said)))


def _commands(plan: RunPlan) -> dict[str, list[str]]:
    shared = ["--table", str(plan.file), "--run-dir", str(plan.sockets), "--supervised"]
    if plan.verbose:
        shared.append("--verbose")
    state = ("--state-dir", str(plan.state))
    commands = {"daemon": underfelt("daemon", *state, *shared)}
    devices = plan.loaded.table.devices
    if any(entry.emulator for entry in devices.values()):
        speed = [] if plan.pace is None else ["--pace", str(plan.pace)]
        nobody = [] if plan.deals else ["--no-dealer"]
        noting = [] if plan.truth is None else ["--truth", str(plan.truth)]
        commands["emulate"] = underfelt("emulate", *shared, *speed, *nobody, *noting)
    for device in plan.loaded.table.cameras:
        commands[f"{device} camera"] = underfelt("camera", device, *state, *shared)
    recording = [] if plan.capture is None else ["--capture", str(plan.capture)]
    for device in (name for name, entry in devices.items() if not isinstance(entry, PageEntry)):
        commands[device] = underfelt("driver", device, *shared, *recording)
    commands["scoreboard"] = underfelt("scoreboard", "--port", str(plan.port), *shared)
    commands["desk"] = underfelt("desk", *shared)
    return commands


def _emulated_ports(plan: RunPlan) -> dict[str, Path]:
    """What drivers of emulated devices wait for: a device plugged in later would be called lost."""
    from drivers.runtime.place import device_path

    devices = plan.loaded.table.devices
    return {name: device_path(plan.sockets, name) for name, e in devices.items() if e.emulator}


def _recorded_so_far(state: Path) -> int:
    file = state / "journal.sqlite"
    if not file.exists():
        return 0
    with Journal.open_for_reading(file) as journal:
        return journal.last_number
