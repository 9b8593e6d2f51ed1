"""`underfelt floor`: the service of a room that keeps the rows of its tables."""

from pathlib import Path

import click

from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError


@click.group(
    "floor",
    invoke_without_command=True,
    short_help="Keep the rows of every table of a room, prove them and watch.",
    epilog="\b\nExample:\n  underfelt floor --file /etc/underfelt/floor.toml",
)
@click.option(
    "--file",
    "file",
    type=click.Path(path_type=Path),
    default=Path("floor.toml"),
    show_default=True,
    help="The floor file: NATS, database and rooms.",
)
@supervised_option
@verbose_option
@click.pass_context
def floor_command(context: click.Context, file: Path, supervised: bool, verbose: bool) -> None:
    """Take the rows of every table from NATS, prove each chain, keep them, and raise alarms."""
    if context.invoked_subcommand is not None:
        return
    from config.floor import read_floor

    start_process(supervised, verbose)
    settings = read_floor(file)
    try:
        from controller.floor.service.running import run_floor
    except ImportError:
        raise OperatorError("nats-py is not installed; pip install 'underfelt[floor]'") from None
    run_floor(settings, file.resolve().parent)
