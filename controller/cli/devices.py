"""`underfelt devices`: which ports are there, and which device of the table each one is."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from controller.facts.failure import CheckFailedError
from controller.families.tables import load_table
from drivers.finding.matching import Finding, assign, unassigned
from drivers.finding.sources import candidates
from drivers.finding.suggesting import suggested_match, suggestion, warning
from drivers.runtime.candidate import Candidate

Rows = Sequence[Sequence[str]]


@click.command(
    "devices",
    short_help="Ports there are, and which device each is.",
    epilog="\b\nExamples:\n  underfelt devices\n  underfelt devices --suggest\n"
    "  underfelt devices --table /etc/underfelt/table.toml",
)
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also say which device of this table file each port is.",
)
@click.option("--suggest", is_flag=True, help="Print the lines to paste for each free port.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def devices_command(table_file: Path | None, suggest: bool, as_json: bool) -> None:
    """List the ports there are; with a table file, what each device of it leads to.

    Ends with 1 when a device of the table matches no port, or more than one.
    """
    found = candidates()
    devices = load_table(table_file).table.devices if table_file else {}
    findings = assign(devices, found)
    free = unassigned(findings, found)
    if as_json:
        click.echo(json.dumps(_as_json(found, findings, free), indent=2))
    elif suggest:
        _print_suggestions(free, found)
    else:
        _print_ports(found, findings)
    problems = [f"{finding.device}: {finding.problem}" for finding in findings if finding.problem]
    if problems:
        raise CheckFailedError(*problems)


def _print_ports(found: Sequence[Candidate], findings: Sequence[Finding]) -> None:
    if not found:
        click.echo("no ports found; plug a device in, and check its cable and power")
    else:
        click.echo(
            _columns(
                [("port", "usb id", "serial", "location", "what", "device")]
                + [_port_row(port, findings) for port in found]
            )
        )
    elsewhere = [finding for finding in findings if not finding.matches and not finding.problem]
    for finding in elsewhere:
        there = "is there" if Path(finding.port).exists() else "is not there"
        click.echo(f"{finding.device}: {finding.port} {there}, and is no port the system lists")


def _port_row(port: Candidate, findings: Sequence[Finding]) -> tuple[str, ...]:
    owners = [finding.device for finding in findings if port in finding.matches]
    usb = f"{port.vendor}:{port.product}" if port.is_usb else "-"
    texts = (port.serial or "-", port.location or "-", port.description or "-")
    return port.path, usb, *texts, ", ".join(owners) or "-"


def _columns(rows: Rows) -> str:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = (
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines)


def _print_suggestions(free: Sequence[Candidate], found: Sequence[Candidate]) -> None:
    if not free:
        click.echo("# no free USB port; plug the new device in and ask again")
    click.echo("\n".join(suggestion(port, found) for port in free), nl=False)


def _as_json(
    found: Sequence[Candidate], findings: Sequence[Finding], free: Sequence[Candidate]
) -> dict[str, object]:
    return {
        "ports": [port.model_dump() for port in found],
        "devices": [
            {
                "device": finding.device,
                "kind": finding.kind,
                "port": finding.port,
                "matches": [port.path for port in finding.matches],
                "problem": finding.problem,
            }
            for finding in findings
        ],
        "suggestions": [
            {
                "path": port.path,
                "match": suggested_match(port, found).given,
                "warning": warning(port, found),
            }
            for port in free
        ],
    }
