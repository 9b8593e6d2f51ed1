"""`underfelt desk`: the staff pages of a table."""

import os
from pathlib import Path

import click

from controller.cli.files import run_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.families.tables import load_table
from controller.process.paths import run_directory


@click.command(
    "desk",
    short_help="Serve the staff pages of a table.",
    epilog="\b\nExamples:\n  underfelt desk --table /etc/underfelt/table.toml",
)
@table_option
@run_option
@click.option("--port", type=click.IntRange(1, 65535), help="Instead of the table file's port.")
@supervised_option
@verbose_option
def desk_command(
    table_file: Path, run_dir: Path | None, port: int | None, supervised: bool, verbose: bool
) -> None:
    """Serve the pages of dealer, floor and technician; the rules daemon decides every right."""
    from config.theme import usable_theme
    from config.theme_css import theme_css
    from controller.desk.page import DeskSite
    from controller.desk.server import run_desk
    from controller.web.listening import Address
    from controller.web.page_keys import PAD_VARIABLE, dealer_address, new_key

    start_process(supervised, verbose)
    loaded = load_table(table_file)
    site = DeskSite(loaded, table_file, run_directory(loaded.table.id, run_dir))
    address = Address(loaded.table.desk.host, port or loaded.table.desk_port)
    key = os.environ.get(PAD_VARIABLE) or new_key()
    if PAD_VARIABLE not in os.environ and loaded.table.page_devices:
        click.echo(f"dealer on {dealer_address(str(address), key)}", err=True)
    # What is wrong with a theme the scoreboard says.
    look, _problems = usable_theme(table_file, loaded.table.scoreboard.theme)
    run_desk(site, address, key, theme_css(look.theme))
