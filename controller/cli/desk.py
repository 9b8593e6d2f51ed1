"""`underfelt desk`: the staff pages of a table, and the certificate that opens them to others."""

import os
import socket
import ssl
from pathlib import Path
from typing import Final

import click

from config.table import TABLES, Table
from controller.cli.files import run_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.cli.site import here_option, site_of
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from controller.process.paths import run_directory

CERTIFICATE: Final = "desk-certificate.pem"
PRIVATE_KEY: Final = "desk-key.pem"


@click.group(
    "desk",
    invoke_without_command=True,
    short_help="Serve the staff pages of a table.",
    epilog="\b\nExamples:\n  underfelt desk --table /etc/underfelt/table.toml\n"
    "  underfelt desk certificate --name table-7.local",
)
@table_option
@run_option
@click.option("--port", type=click.IntRange(1, 65535), help="Instead of the table file's port.")
@supervised_option
@verbose_option
@click.pass_context
def desk_command(
    context: click.Context,
    table_file: Path,
    run_dir: Path | None,
    port: int | None,
    supervised: bool,
    verbose: bool,
) -> None:
    """Serve the pages of dealer, floor and technician; the rules daemon decides every right."""
    from config.theme import usable_theme
    from config.theme_css import theme_css
    from controller.desk.page import DeskSite
    from controller.desk.server import run_desk
    from controller.web.listening import Address
    from controller.web.page_keys import PAD_VARIABLE, dealer_address, new_key

    if context.invoked_subcommand is not None:
        return
    start_process(supervised, verbose)
    loaded = load_table(table_file)
    table = loaded.table
    site = DeskSite(loaded, table_file, run_directory(table.id, run_dir))
    address = Address(table.desk.host, port or table.desk_port, _tls(table, table_file))
    key = os.environ.get(PAD_VARIABLE) or new_key()
    if PAD_VARIABLE not in os.environ and loaded.table.page_devices:
        click.echo(f"dealer on {dealer_address(str(address), key)}", err=True)
    # What is wrong with a theme the scoreboard says.
    look, _problems = usable_theme(table_file, table.scoreboard.theme)
    run_desk(site, address, key, theme_css(look.theme))


def _tls(table: Table, table_file: Path) -> ssl.SSLContext | None:
    """What browsers of other machines speak by; none where only this machine listens."""
    if table.desk.certificate is None or table.desk.private_key is None:
        return None
    folder = table_file.resolve().parent
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate, secret = folder / table.desk.certificate, folder / table.desk.private_key
    try:
        context.load_cert_chain(certificate, secret)
    except (OSError, ssl.SSLError) as error:
        text = f"cannot use {certificate} with {secret}: {error.strerror or error}"
        raise OperatorError(f"{text}; make both by underfelt desk certificate") from None
    return context


def _own_file(table_file: Path) -> Path:
    """A secret is never written among the shipped tables: the next version has others."""
    if table_file.resolve().parent == TABLES.resolve():
        text = f"{table_file.name} is a shipped table; make one of your own by underfelt init-table"
        raise OperatorError(f"{text}, and name it by --table")
    return table_file


@desk_command.command("certificate")
@here_option
@click.option("--name", "names", multiple=True, help="What other machines call this one.")
@click.option("--days", type=click.IntRange(1, 397), default=397, show_default=True)
def certificate_command(table_file: Path | None, names: tuple[str, ...], days: int) -> None:
    """Make a certificate and its key beside the table file, for a desk others may reach.

    Nobody vouches for it: a browser warns once, and whoever opens the desk compares the
    fingerprint. A room with certificates of its own names those in the table file instead.
    """
    from controller.web.certificate import make_certificate, write_secret

    table_file = _own_file(site_of(table_file).table_file)
    table = load_table(table_file).table
    known = names or table.desk.names or (socket.gethostname(),)
    made = make_certificate(table.id, ("localhost", *known), days)
    folder = table_file.resolve().parent
    try:
        write_secret(folder / PRIVATE_KEY, made.private_key)
        write_secret(folder / CERTIFICATE, made.certificate)
    except OSError as error:
        text = f"cannot write {error.filename}: {error.strerror}"
        raise OperatorError(f"{text}; move an old one away, or make the folder writable") from None
    listed = ", ".join(f'"{name}"' for name in known)
    click.echo(f"made {folder / CERTIFICATE} and {folder / PRIVATE_KEY}; in {table_file.name}:")
    click.echo(f'\n[desk]\nhost = "0.0.0.0"\nnames = [{listed}]\ncertificate = "{CERTIFICATE}"')
    click.echo(f'private_key = "{PRIVATE_KEY}"\n\nfingerprint {made.fingerprint}')
