"""`underfelt floor-wall`: every table of a floor on one page, behind a log-in."""

import ssl
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from config.floor import FloorSettings, read_floor
from config.network import is_loopback
from config.words import ENGLISH, languages
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.facts.roles import DEMONSTRATION, DEMONSTRATION_FLOOR, ROLES, Role

if TYPE_CHECKING:
    from controller.floor.wall.reach import NatsReach

PLACE: Final = "wall"
# Above the port of the floor's own figures.
PORT: Final = 8600
STATE: Final = Path.home() / ".local" / "state" / "underfelt" / "wall"
_state_option = click.option(
    "--state-dir",
    type=click.Path(path_type=Path),
    default=STATE,
    show_default=True,
    help="Where the wall keeps its staff and its own record.",
)


@click.group(
    "floor-wall",
    invoke_without_command=True,
    short_help="All tables of a floor on one page.",
    epilog="\b\nExamples:\n  underfelt floor-wall add 'Ann Lee' --role floor\n"
    "  underfelt floor-wall --store sqlite:/srv/floor.sqlite\n"
    "  underfelt floor-wall --file /etc/underfelt/floor.toml --host 0.0.0.0 --name pit.example \\\n"
    "    --certificate pit.pem --private-key pit.key",
)
@click.option("--store", help="The floor's database: postgresql://USER@HOST/NAME or sqlite:FILE.")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help="Or the floor file: its database, and its NATS for rulings from here.",
)
@click.option("--place", default=PLACE, show_default=True, help="What records call this wall.")
@_state_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it is served.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--name", "names", multiple=True, help="What other machines call this one.")
@click.option("--certificate", type=click.Path(path_type=Path), help="For other machines: TLS.")
@click.option("--private-key", type=click.Path(path_type=Path), help="That belongs to it.")
@click.option("--lang", type=click.Choice(languages()), default=ENGLISH, show_default=True)
@click.option("--theme", type=click.Choice(["dark", "bright"]), default="dark", show_default=True)
@click.option("--demo", is_flag=True, help="With people whose PINs everybody may know.")
@supervised_option
@verbose_option
@click.pass_context
def floor_wall_group(
    context: click.Context,
    store: str | None,
    file: Path | None,
    place: str,
    state_dir: Path,
    host: str,
    port: int,
    names: tuple[str, ...],
    certificate: Path | None,
    private_key: Path | None,
    lang: str,
    theme: str,
    demo: bool,
    supervised: bool,
    verbose: bool,
) -> None:
    """Serve the wall: tables by what needs a person, alarms, rounds, reports."""
    from controller.floor.wall.server import WallSite, run_wall
    from controller.people.staff import demonstration
    from controller.process.paths import make_private
    from controller.web.listening import Address

    if context.invoked_subcommand is not None:
        return
    settings = None if file is None else read_floor(file)
    store = store or (settings.database if settings else None)
    if store is None:
        raise OperatorError("give --file FLOOR.toml, or --store postgresql://USER@HOST/NAME")
    tls = _tls(host, certificate, private_key)
    _check_demo(demo, host)
    start_process(supervised, verbose)
    make_private(state_dir)
    people = demonstration(DEMONSTRATION) if demo else ()
    address = Address(host, port, tls)
    click.echo(f"wall on {address}", err=True)
    # Whoever supervises it has said so with its own addresses.
    if demo and not supervised:
        person, role, pin = DEMONSTRATION_FLOOR
        click.echo(f"{role}: {person}, PIN {pin}", err=True)
    reach = None if file is None or settings is None else _reach(settings, file, state_dir, place)
    site = WallSite(store, state_dir, lang, theme, (host, *names), people, reach)
    run_wall(site, address)


@floor_wall_group.command()
@click.argument("person")
@click.option("--role", type=click.Choice(ROLES), required=True)
@click.option("--pin", prompt="PIN", hide_input=True, confirmation_prompt=True, help="Asked for.")
@_state_option
def add(person: str, role: Role, pin: str, state_dir: Path) -> None:
    """Let a person log in at the wall; while it is stopped, by whoever owns its files."""
    from controller.floor.wall.desk import added
    from controller.process.paths import make_private

    make_private(state_dir)
    click.echo(
        f"{person} may log in as {role}; recorded as row {added(state_dir, person, role, pin)}"
    )


@floor_wall_group.command()
@_state_option
@click.option("--place", default=PLACE, show_default=True, help="What records call this wall.")
def key(state_dir: Path, place: str) -> None:
    """Print the wall's public key: a table that has it in wall_key takes rulings from here."""
    from controller.process.paths import make_private
    from controller.record.keys import WALL_KEY, wall_key

    make_private(state_dir)
    made = wall_key(state_dir, place).public
    click.echo(f"{made.text}\n{(state_dir / WALL_KEY).with_suffix('.pub')}")


def _reach(settings: FloorSettings, file: Path, state: Path, place: str) -> "NatsReach":
    """The way to the tables, under this wall's key."""
    try:
        from controller.floor.link.line import Line
        from controller.floor.wall.reach import NatsReach
    except ImportError:
        raise OperatorError("nats-py is not installed; pip install 'underfelt[floor]'") from None
    from controller.record.keys import wall_key

    line = Line(settings.nats, file.resolve().parent, place)
    return NatsReach(line, wall_key(state, place))


def _tls(host: str, certificate: Path | None, private_key: Path | None) -> ssl.SSLContext | None:
    """What browsers of other machines speak by; none where only this machine listens."""
    if certificate is None or private_key is None:
        if is_loopback(host):
            return None
        raise OperatorError(
            f"{host} can be reached from other machines; serve on 127.0.0.1, or give"
            " --certificate and --private-key"
        )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, private_key)
    except (OSError, ssl.SSLError) as error:
        text = f"cannot use {certificate} with {private_key}: {error.strerror or error}"
        raise OperatorError(f"{text}; give a certificate and the key that belongs to it") from None
    return context


def _check_demo(demo: bool, host: str) -> None:
    if demo and not is_loopback(host):
        raise OperatorError("--demo lets everybody in; serve it on 127.0.0.1 only")
