"""The command line: `underfelt COMMAND`."""

from controller.cli.main import main

__all__ = ["main"]
