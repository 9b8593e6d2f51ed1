"""`underfelt driver`: the process of one device; it starts without a game's rules."""

from pathlib import Path

import click

from config.table import read_table
from controller.cli.files import capture_option, run_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.process.paths import run_directory


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
    table = read_table(table_file)
    entry = table.devices.get(device)
    if entry is None:
        known = ", ".join(table.devices)
        raise OperatorError(f"{table_file} has no device {device!r}; it has {known}")
    site = DriverSite(run_directory(table.id, run_dir), table_file, capture)
    run_driver(device, entry, site)
