"""`underfelt storm`: a whole table in simulated time, under faults drawn from a seed."""

import json
import time
from collections import Counter
from typing import TypedDict

import click

from controller.facts.failure import CheckFailedError, OperatorError


class Report(TypedDict):
    """What the command prints as JSON."""

    seeds: list[int]
    hours: float
    rounds: int
    rows: int
    faults: int
    broken: int
    trace: str
    facts: dict[str, int]
    missed: list[str]


@click.command(
    "storm",
    short_help="A whole table under seeded faults, in simulated time.",
    epilog="\b\nExamples:\n"
    "  underfelt storm --seed 7 --hours 100\n"
    "  underfelt storm --seed 1 --seeds 300 --hours 0.2 --facts",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The first seed.")
@click.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--hours", type=click.FloatRange(0.01), default=1.0, show_default=True)
@click.option("--only", help="Keep these faults of the seed, by number: 3,17 (or none).")
@click.option("--facts", "needs_facts", is_flag=True, help="Fail if something never happened.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def storm_command(
    seed: int, seeds: int, hours: float, only: str | None, needs_facts: bool, as_json: bool
) -> None:
    """Play the real daemon, drivers, sessions and journal through lost frames, crashes and pauses.

    The same seed gives the same run to the byte; its trace is printed. A broken promise ends the
    command with the few faults that bring it about and the command that plays them again.
    """
    try:
        from controller.storm.sometimes import missed
        from controller.storm.storm import command_of, run_storm, shrunk
    except ModuleNotFoundError as error:
        raise OperatorError(f"no {error.name} here; pip install apsw") from None
    kept, seen, began = _numbers(only), Counter[str](), time.perf_counter()
    report = Report(
        seeds=[], hours=0.0, rounds=0, rows=0, faults=0, broken=0, trace="", facts={}, missed=[]
    )
    for number in range(seed, seed + seeds):
        outcome = run_storm(number, hours, kept)
        if outcome.violation is not None:
            short = shrunk(outcome)
            faults = "; ".join(fault.told() for fault in short.faults)
            raise CheckFailedError(
                f"{short.violation} ({faults or 'without a fault'}); play it: {command_of(short)}"
            )
        seen += outcome.seen
        report["seeds"].append(number)
        report["hours"] += outcome.at / 3600
        report["rounds"] += outcome.rounds
        report["rows"] += outcome.rows
        report["faults"] += len(outcome.faults)
        report["trace"] = outcome.digest
    report["facts"], report["missed"] = dict(sorted(seen.items())), list(missed(seen))
    click.echo(json.dumps(report) if as_json else _table(report, time.perf_counter() - began))
    if needs_facts and report["missed"]:
        raise CheckFailedError(f"never seen: {', '.join(report['missed'])}; play more seeds")


def _numbers(only: str | None) -> set[int] | None:
    if only is None:
        return None
    try:
        return {int(part) for part in only.split(",") if part not in ("", "none")}
    except ValueError:
        raise OperatorError(f"--only {only}: not numbers; use 3,17 or none") from None


def _table(report: Report, elapsed_s: float) -> str:
    pace = report["hours"] / max(elapsed_s / 60, 1e-9)
    facts = [f"  {count:8}  {fact}" for fact, count in report["facts"].items()]
    return "\n".join(
        [
            f"{len(report['seeds'])} seeds, {report['hours']:.1f} table-hours,"
            f" {report['rounds']} rounds, {report['rows']} rows, {report['faults']} faults",
            "0 lost, 0 doubled, 0 wrong, 0 stuck",
            f"trace {report['trace']}",
            f"{pace:.0f} table-hours a minute",
            *facts,
        ]
    )
