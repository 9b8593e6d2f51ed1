"""The top of the command line: finds a command, says errors in one line."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from config.places import OWN_GAMES
from controller.facts.failure import OperatorError
from controller.facts.printable import printable

COMMANDS: Final = {
    "run": "controller.cli.run:run_command",
    "games": "controller.cli.games:games_command",
    "check-config": "controller.cli.check_config:check_config_command",
    "action-button": "controller.cli.action_button:action_button_command",
    "simulate": "controller.cli.simulate:simulate_command",
    "storm": "controller.cli.storm:storm_command",
    "scenarios": "controller.cli.scenarios:scenarios_command",
    "settle": "controller.cli.settle:settle_command",
    "house-way": "controller.cli.house_way:house_way_command",
    "replay": "controller.cli.replay:replay_command",
    "replay-wire": "controller.cli.replay_wire:replay_wire_command",
    "roads": "controller.cli.roads:roads_command",
    "read-card": "controller.cli.read_card:read_card_command",
    "read-dice": "controller.cli.read_dice:read_dice_command",
    "vision": "controller.cli.vision:vision_group",
    "scorecard": "controller.cli.scorecard:scorecard_command",
    "init-table": "controller.cli.init_table:init_table_command",
    "status": "controller.cli.status:status_command",
    "alarms": "controller.cli.alarms:alarms_command",
    "journal": "controller.cli.journal_commands:journal_group",
    "witness": "controller.cli.witness:witness_command",
    "courier": "controller.cli.courier:courier_command",
    "floor": "controller.cli.floor_commands:floor_command",
    "floor-bridge": "controller.cli.floor_bridge:floor_bridge_command",
    "audit": "controller.cli.audit:audit_command",
    "report": "controller.cli.report:report_group",
    "rule": "controller.cli.rule:rule_command",
    "staff": "controller.cli.staff:staff_group",
    "directive": "controller.cli.directive:directive_group",
    "evidence": "controller.cli.evidence:evidence_group",
    "doctor": "controller.cli.doctor:doctor_command",
    "bundle": "controller.cli.bundle:bundle_command",
    "devices": "controller.cli.devices:devices_command",
    "fault": "controller.cli.fault:fault_command",
    "conformance": "controller.cli.conformance:conformance_command",
    "wire": "controller.cli.wire:wire_group",
    "schema": "controller.cli.schema:schema_command",
    "reference": "controller.cli.reference:reference_group",
    "completion": "controller.cli.completion:completion_command",
    "daemon": "controller.cli.processes:daemon_command",
    "driver": "controller.cli.driver:driver_command",
    "camera": "controller.cli.camera:camera_command",
    "camera-marks": "controller.cli.camera:camera_marks_command",
    "scoreboard": "controller.cli.processes:scoreboard_command",
    "desk": "controller.cli.desk:desk_command",
    "floor-wall": "controller.cli.floor_wall:floor_wall_group",
    "kiosk": "controller.cli.kiosk:kiosk_command",
    "units": "controller.cli.units:units_command",
    "emulate": "controller.cli.emulate:emulate_command",
}


class LazyGroup(click.Group):
    """Imports a command only when it is called: a driver needs no web server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order people meet them."""
        del ctx
        return list(COMMANDS)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what a person can mend becomes error lines and an exit code."""
        try:
            return super().invoke(ctx)
        except OperatorError as error:
            for sentence in error.sentences:
                click.echo(f"error: {printable(sentence)}", err=True)
            ctx.exit(error.exit_code)
        except PermissionError as error:
            # A table's files are its own users'; whoever logs in on the machine is none of them.
            if error.filename is None:
                raise
            click.echo(f"error: {_closed(printable(str(error.filename)))}", err=True)
            ctx.exit(OperatorError.exit_code)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


def _closed(path: str) -> str:
    if os.geteuid() == 0:
        return f"{path} is closed even to root; see its mode, and how its disk is mounted"
    return f"{path} is closed to this user; give the same command by sudo"


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nStart here:\n"
    "  underfelt run        a whole emulated table, scoreboard in the browser\n"
    "  underfelt games      the games there are",
)
@click.version_option(package_name="underfelt", prog_name="underfelt")
@click.option(
    "--games",
    "own_games",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help=f"Game files of your own, DIR/ROOM/GAME.toml; also {OWN_GAMES}.",
)
def cli(own_games: Path | None) -> None:
    """The controller under the card table."""
    if own_games is not None:
        # The processes of a table inherit it.
        os.environ[OWN_GAMES] = str(own_games.resolve())


def main() -> None:
    """Run a command; whatever goes wrong is one line and an exit code."""
    try:
        code = cli.main(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.UsageError as error:
        words = " ".join(error.format_message().split()).rstrip(".")
        path = error.ctx.command_path if error.ctx else "underfelt"
        click.echo(f"error: {words}; see {path} --help", err=True)
        sys.exit(2)
    except click.ClickException as error:
        # A file that click itself could not open.
        click.echo(f"error: {error.format_message()}", err=True)
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
