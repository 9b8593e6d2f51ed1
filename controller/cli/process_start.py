"""How each process of a table begins."""

import logging
import sys

import click

from controller.process.parent import end_with_parent
from controller.process.quiet_log import set_up_log

supervised_option = click.option(
    "--supervised", is_flag=True, hidden=True, help="End when the parent process ends."
)
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Log every change of state.")


def start_process(supervised: bool, verbose: bool) -> None:
    """What every process of a table does first: it ends with its parent, and logs."""
    if supervised:
        end_with_parent()
    set_up_log(logging.INFO if verbose else logging.WARNING, sys.stderr)
