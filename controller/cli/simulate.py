"""`underfelt simulate`: rounds through the real core, headless."""

import json
import sys
import time
from collections.abc import Callable
from typing import NotRequired, TypedDict

import click

from config.game import Game
from config.table import TableAndGame
from config.words import words
from controller.cli.game_choice import open_game, value_option
from controller.cli.returns_report import ReturnReport, return_lines, returns_report
from controller.facts.failure import OperatorError
from controller.families import family_of
from controller.families.opening import rules_of
from controller.families.tables import bare_table
from controller.simulate import FAULTS, Returns, Totals, simulate
from controller.table.state import Rules

HAND_RESULTS = ("natural-hands", "win-hands", "push-hands", "lose-hands")


@click.command(
    "simulate",
    short_help="Rounds through the real rules, headless.",
    epilog="\b\nExamples:\n"
    "  underfelt simulate lucky-derby/ez-baccarat-panda-8 --rounds 200000 --seed 1\n"
    "  underfelt simulate lucky-derby/ez-baccarat-panda-8 --faults extra-card,late-wager",
)
@click.argument("game")
@click.option("--rounds", type=click.IntRange(1, 100_000_000), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--seats", type=int, help="Positions at the table; default: the smallest allowed.")
@click.option("--returns", "with_returns", is_flag=True, help="Stake and settle every wager.")
@click.option("--faults", default="", help=f"Comma-separated: {', '.join(FAULTS)}.")
@value_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def simulate_command(
    game: str,
    rounds: int,
    seed: int,
    seats: int | None,
    with_returns: bool,
    faults: str,
    values: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play rounds of GAME with simulated hands; no devices, no clock, the real rules.

    With --returns every wager is staked in every round by players who follow a simple strategy,
    and settled as `underfelt settle` does it: what a unit wins or loses, with its standard error.
    """
    names = _fault_names(faults)
    found = open_game(game, values)
    rules = rules_of(_bare_table(found, seats))
    returns = _returns(rules, seed, names) if with_returns else None
    started = time.perf_counter()
    totals = simulate(rules, rounds, seed, names, _progress(rounds), returns)
    elapsed = time.perf_counter() - started
    _clear_progress()
    report = _report(found, totals, seed, elapsed)
    if returns is not None:
        report["returns"] = returns_report(returns)
    click.echo(json.dumps(report) if as_json else _table(report))


def _fault_names(text: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    for name in names:
        if name not in FAULTS:
            raise OperatorError(f"--faults {name}: no such fault; use {', '.join(FAULTS)}")
    return names


def _returns(rules: Rules, seed: int, faults: tuple[str, ...]) -> Returns:
    if faults:
        raise OperatorError("--returns: a round with faults is not settled; leave out --faults")
    if rules.family.judge is None:
        raise OperatorError(f"--returns: {rules.game.name} has no bank; leave it out")
    return Returns(rules, seed)


def _bare_table(game: Game, seats: int | None) -> TableAndGame:
    count = seats if seats is not None else game.seats.allowed[0]
    if count not in game.seats.allowed:
        allowed = " or ".join(map(str, game.seats.allowed))
        raise OperatorError(f"--seats {count}: {game.name} is played on {allowed} seats; use that")
    return bare_table(game, count)


def _progress(rounds: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{done:,} of {rounds:,} rounds", nl=False, err=True)

    return show


def _clear_progress() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


class Report(TypedDict):
    """What the command prints as JSON."""

    game: str
    seed: int
    rounds: int
    voided: int
    events: int
    outcomes: dict[str, int]
    frequencies: dict[str, float]
    buttons: dict[str, int]
    irregularities: dict[str, int]
    rounds_per_second: float
    returns: NotRequired[dict[str, ReturnReport]]


def _report(game: Game, totals: Totals, seed: int, elapsed: float) -> Report:
    marks = dict.fromkeys(name for wager in game.wagers for name in wager.mark_names)
    names = ["player", "banker", "tie", *marks, "natural"]
    decided = sum(totals.outcomes[name] for name in ("player", "banker", "tie"))
    if family_of(game).draws_by_choice:
        names = [name for name in HAND_RESULTS if name in totals.outcomes]
        decided = sum(totals.outcomes.values())
    return {
        "game": game.id,
        "seed": seed,
        "rounds": totals.rounds,
        "voided": totals.voided,
        "events": totals.events,
        "outcomes": {name: totals.outcomes[name] for name in names} if decided else {},
        "frequencies": {n: totals.outcomes[n] / decided for n in names} if decided else {},
        "buttons": {str(seat): totals.buttons[seat] for seat in sorted(totals.buttons)},
        "irregularities": dict(sorted(totals.irregularities.items())),
        "rounds_per_second": round(totals.rounds / elapsed, 1),
    }


def _table(report: Report) -> str:
    lines = [
        f"{report['game']}, seed {report['seed']}",
        f"  {report['rounds']:,} rounds, {report['events']:,} events,"
        f" {report['rounds_per_second']:,.0f} rounds a second",
    ]
    for name, count in report["outcomes"].items():
        lines.append(f"  {name:<16} {count:>10,}  {report['frequencies'][name]:8.4%}")
    spread = "  ".join(f"{seat}: {count:,}" for seat, count in report["buttons"].items())
    found = report["irregularities"]
    lines.append(f"  button at seat  {spread}")
    lines.append(f"  irregularities  {sum(found.values()):,}, rounds voided {report['voided']:,}")
    for name, count in found.items():
        lines.append(f"    {name:<28} {count:>8,}  {words().dealer(name)}")
    lines += return_lines(report.get("returns", {}))
    return "\n".join(lines)
