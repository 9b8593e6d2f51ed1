"""`underfelt storm`: a whole table in simulated time, under faults drawn from a seed."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

import click

from controller.facts.failure import CheckFailedError, OperatorError

if TYPE_CHECKING:
    from controller.storm.storm import Outcome
    from controller.storm.total import Total


class Report(TypedDict):
    """What the command prints as JSON."""

    seeds: list[int]
    hours: float
    leapt: float
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
    "  underfelt storm --seed 1 --seeds 300 --hours 0.2 --facts\n"
    "  underfelt storm --seeds 5000 --hours 2 --jobs 2 --total campaign.json",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The first seed.")
@click.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--hours", type=click.FloatRange(0.01), default=1.0, show_default=True)
@click.option("--table", default="", help="One table for every seed: baccarat, holdem, tiles …")
@click.option("--only", help="Keep these faults of the seed, by number: 3,17 (or none).")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--total", type=click.Path(path_type=Path), help="Go on from the total in this file.")
@click.option("--facts", "needs_facts", is_flag=True, help="Fail if something never happened.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def storm_command(
    seed: int,
    seeds: int,
    hours: float,
    table: str,
    only: str | None,
    jobs: int,
    total: Path | None,
    needs_facts: bool,
    as_json: bool,
) -> None:
    """Play the real daemon, drivers, sessions and journal through lost frames, crashes and pauses.

    The same seed gives the same run to the byte; its trace is printed. A broken promise ends the
    command with the few faults that bring it about, the file of what was recorded, and the
    command that plays it again.
    """
    try:
        from controller.storm.campaign import campaign, play_of
        from controller.storm.storm import run_storm
        from controller.storm.total import keeping, new_total, resumed
    except ModuleNotFoundError as error:
        raise OperatorError(f"no {error.name} here; pip install apsw") from None
    _require_table(table)
    if only is not None:
        played = _numbers(only)
        jobs, play = 1, lambda each: run_storm(each, hours, played, table=table)
    else:
        play = play_of(hours, table)
    begun = resumed(total, seed) if total else new_total(seed)
    reached, broken = campaign(begun, seeds, play, jobs, keeping(total))
    if broken is not None:
        raise _told(broken)
    click.echo(json.dumps(_report(reached)) if as_json else _lines(reached))
    if needs_facts and reached.missed:
        raise CheckFailedError(f"never seen: {', '.join(reached.missed)}; play more seeds")


def _require_table(table: str) -> None:
    from controller.storm.manner import TABLES

    if table and table not in TABLES:
        known = ", ".join(dict.fromkeys(TABLES))
        raise OperatorError(f"--table {table}: not in the storm; use one of {known}")


def _told(broken: "Outcome") -> CheckFailedError:
    from controller.storm.storm import command_of, shrunk, write_events

    short = shrunk(broken)
    faults = "; ".join(fault.told() for fault in short.faults) or "without a fault"
    file = write_events(short, Path())
    return CheckFailedError(
        f"{short.violation} ({faults}); its record is in {file}; play it: {command_of(short)}"
    )


def _numbers(only: str) -> set[int]:
    try:
        return {int(part) for part in only.split(",") if part not in ("", "none")}
    except ValueError:
        raise OperatorError(f"--only {only}: not numbers; use 3,17 or none") from None


def _report(total: "Total") -> Report:
    return Report(
        seeds=list(range(total.first, total.following)),
        hours=total.whole.hours,
        leapt=total.whole.leapt,
        rounds=total.whole.rounds,
        rows=total.whole.rows,
        faults=total.whole.faults,
        broken=0,
        trace=total.whole.trace,
        facts=total.seen,
        missed=list(total.missed),
    )


def _lines(total: "Total") -> str:
    facts = [f"  {count:8}  {fact}" for fact, count in total.seen.items()]
    whole = total.whole
    return "\n".join(
        [
            f"{whole.following - whole.first} seeds, {whole.hours:.1f} table-hours,"
            f" {whole.rounds} rounds, {whole.rows} rows, {whole.faults} faults",
            f"of them {whole.leapt:.1f} in which nothing but heartbeats would have passed",
            "0 lost, 0 doubled, 0 wrong, 0 stuck",
            f"trace {whole.trace}",
            f"{total.pace:.0f} table-hours a minute of one core",
            *facts,
            f"not seen: {', '.join(total.missed) or 'nothing'}",
        ]
    )
