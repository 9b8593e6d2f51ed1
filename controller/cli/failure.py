"""How a command fails: one line, `error: what; what to do`."""

from typing import IO, Any

import click


class BadInputError(click.ClickException):
    """Input or configuration the command cannot use; exit 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line to standard error."""
        click.echo(f"error: {self.format_message()}", file=file, err=file is None)


class CheckFailedError(BadInputError):
    """A check that found something wrong; exit 1."""

    exit_code = 1
