"""`underfelt floor-wall`: every table of a floor on one page, behind a log-in."""

import ssl
from pathlib import Path
from typing import Final

import click

from config.network import is_loopback
from config.words import ENGLISH, languages
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.facts.roles import DEMONSTRATION, DEMONSTRATION_FLOOR, ROLES, Role

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
    "  underfelt floor-wall --store postgresql:///floor --host 0.0.0.0 --name pit.example \\\n"
    "    --certificate pit.pem --private-key pit.key",
)
@click.option("--store", help="The floor's database: postgresql://USER@HOST/NAME or sqlite:FILE.")
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
    if store is None:
        raise OperatorError("--store is missing; say postgresql://USER@HOST/NAME or sqlite:FILE")
    tls = _tls(host, certificate, private_key)
    _check_demo(demo, host)
    start_process(supervised, verbose)
    make_private(state_dir)
    people = demonstration(DEMONSTRATION) if demo else ()
    address = Address(host, port, tls)
    click.echo(f"wall on {address}", err=True)
    if demo:
        person, role, pin = DEMONSTRATION_FLOOR
        click.echo(f"{role}: {person}, PIN {pin}", err=True)
    run_wall(WallSite(store, state_dir, lang, theme, (host, *names), people), address)


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
