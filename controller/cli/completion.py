"""`underfelt completion`: the script a shell loads."""

import click
from click.shell_completion import get_completion_class

from controller.facts.failure import OperatorError


@click.command(
    "completion",
    epilog='\b\nExample, in ~/.bashrc:\n  eval "$(underfelt completion bash)"',
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    kind = get_completion_class(shell)
    if kind is None:
        raise OperatorError(f"no completion for {shell}; use bash, zsh or fish")
    click.echo(kind(ctx.find_root().command, {}, "underfelt", "_UNDERFELT_COMPLETE").source())
