"""`underfelt floor demo`: a whole room on this machine, to look at."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

import click

from config.table import TABLES
from controller.cli.files import make_folder, pace_option
from controller.cli.floor import floor_command
from controller.cli.floor_wall import PLACE
from controller.facts.failure import OperatorError
from controller.facts.printable import printable
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.floor.local.room import GAMES, EmulatedTable, floor_text, table_text
from controller.process.paths import state_directory
from controller.process.supervisor import Supervisor, underfelt
from controller.record.keys import wall_key

ROOM: Final = "demo"
# A start costs a second of a processor; all at once they would wait for one another.
BETWEEN_STARTS_S: Final = 1.0


class _Servers(NamedTuple):
    """What the room stands on."""

    nats: str
    monitoring: str
    database: str


@floor_command.command("demo", short_help="A whole room on this machine: servers and tables.")
@click.option("--tables", type=click.IntRange(1, 60), default=12, show_default=True)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where everything is kept; default is the user's state directory.",
)
@click.option("--port", type=click.IntRange(1, 65535), default=8500, show_default=True)
@click.option("--wall-port", type=click.IntRange(1, 65535), default=8600, show_default=True)
@pace_option
def demo_command(
    tables: int, folder: Path | None, port: int, wall_port: int, pace: float | None
) -> int:
    """Start NATS, PostgreSQL, the floor's service, its wall and emulated tables of many games.

    The tables are real ones with emulated devices: daemon, drivers and bridge each, but no screens
    of their own. Without PostgreSQL the floor keeps its rows in SQLite, and says so.
    """
    place = folder or state_directory("floor-demo")
    make_folder(place, "write", "--folder", is_private=True)
    with ExitStack() as running:
        servers = _started(place, running)
        state = place / "wall"
        make_folder(state, "write", "--folder", is_private=True)
        wall_key(state, PLACE)
        room = list(_tables(place, tables, servers.nats, state / "wall.pub"))
        floor_file = place / "floor.toml"
        floor_file.write_text(
            floor_text(ROOM, servers.nats, servers.monitoring, servers.database, port)
        )
        person, _role, pin = DEMONSTRATION_FLOOR
        click.echo(f"wall        http://127.0.0.1:{wall_port}/  {person}, PIN {pin}")
        click.echo(f"floor       http://127.0.0.1:{port}/metrics")
        click.echo(f"database    {servers.database}")
        click.echo(f"tables      {tables}, started one after the other; Ctrl-C stops everything")
        wall = _wall(floor_file, state, wall_port)
        return asyncio.run(_run(room, floor_file, wall, pace))


def _started(place: Path, running: ExitStack) -> _Servers:
    try:
        from controller.floor.local.nats_server import NatsServer
    except ImportError:
        raise OperatorError("nats-py is not installed; pip install 'underfelt[floor]'") from None
    click.echo("Starting nats-server")
    nats = NatsServer(place / "nats")
    nats.start()
    running.callback(nats.stop)
    return _Servers(nats.url, nats.monitoring, _database(place, running))


def _database(place: Path, running: ExitStack) -> str:
    from controller.floor.local.postgres_server import PostgresServer, postgres_binary

    if postgres_binary("initdb") is None:
        click.echo("PostgreSQL is not installed (apt install postgresql); SQLite takes its place")
        return f"sqlite:{place / 'floor.sqlite'}"
    click.echo("Starting PostgreSQL")
    postgres = PostgresServer(_postgres_folder(place))
    postgres.start()
    running.callback(postgres.stop)
    return postgres.url


def _postgres_folder(place: Path) -> Path:
    """Where PostgreSQL keeps its files: root lends it to a user who cannot enter root's folders."""
    if os.getuid() != 0:
        return place / "postgres"
    noted = place / "postgres.place"
    if not noted.exists():
        noted.write_text(tempfile.mkdtemp(prefix="underfelt-floor-", dir="/var/tmp"))
    return Path(noted.read_text())


def _tables(place: Path, count: int, nats: str, wall: Path) -> Iterator[EmulatedTable]:
    for number in range(1, count + 1):
        name = f"t{number}"
        folder = place / name
        make_folder(folder, "write", "--folder", is_private=True)
        file = folder / "table.toml"
        shipped = (TABLES / f"emulated-{GAMES[(number - 1) % len(GAMES)]}.toml").read_text()
        file.write_text(table_text(shipped, name, ROOM, nats, number, wall))
        yield EmulatedTable.of(name, file, folder)


def _wall(floor_file: Path, state: Path, port: int) -> list[str]:
    at = ("--state-dir", str(state), "--port", str(port))
    return underfelt("floor-wall", "--file", str(floor_file), *at, "--demo", "--supervised")


async def _run(
    tables: list[EmulatedTable], floor_file: Path, wall: list[str], pace: float | None
) -> int:
    """Service and wall first, then one table after the other; a table that fails stops alone."""
    service = {"floor": underfelt("floor", "--file", str(floor_file), "--supervised")}
    supervisors = [Supervisor(service, _say), Supervisor({"wall": wall}, _say)]
    supervisors += [
        Supervisor(each.commands(pace), each.say(_say), each.ports()) for each in tables
    ]

    def stop() -> None:
        for supervisor in supervisors:
            supervisor.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    work = []
    for supervisor in supervisors:
        work.append(asyncio.create_task(supervisor.run()))
        await asyncio.sleep(BETWEEN_STARTS_S)
    click.echo("tables      all started; the first rounds end within a minute or two")
    return max(await asyncio.gather(*work))


def _say(line: str) -> None:
    click.echo(printable(line))
