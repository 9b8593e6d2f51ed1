"""`underfelt vision trials`: the card reader tried with everything that gets in its way."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from controller.facts.failure import CheckFailedError

if TYPE_CHECKING:
    from vision.training.trials import Art, Outcome

HEAD: Final = (
    f"{'what':28} {'answered':>16} {'wrong':>6} {'bound':>8} {'as two':>7}  most common reason"
)


@click.command("trials", short_help="Try the card reader row by row.")
@click.option("--count", type=click.IntRange(4, 100_000), default=60, show_default=True)
@click.option("--only", metavar="WORDS", default="", help="Rows whose name has these words.")
@click.option(
    "--held-out", is_flag=True, help="Decks drawn by others, as `make train` has fetched them."
)
@click.option(
    "--part",
    type=click.IntRange(0, 100_000),
    default=0,
    show_default=True,
    help="Other cards: parts of a long campaign, run apart, whose counts add up.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add up in this file, part by part of other decks, until every row has shown --count.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row.")
def trials_command(
    count: int, only: str, held_out: bool, part: int, keep: Path | None, as_json: bool
) -> None:
    """Show drawn cards to the reader with one thing changed at a time; a line for each.

    Turned, small, dim, blurred; glare, lamps, fingers, gloves, sleeves, shadows and wear over the
    index; two cards at once; corners without an index. Typefaces were not trained on. Answers that
    are wrong beyond what a row allows make the exit code 1. Bounds are at 95 %.
    """
    from vision.picture.threads import use_one_thread
    from vision.training.trials import ROWS, trials

    use_one_thread()
    names = [name for name in ROWS if only in name]
    if not names:
        raise click.UsageError(f"no row has {only!r} in its name; leave --only out to see them all")
    missed = []
    if not as_json:
        click.echo(HEAD)
    if keep is None:
        outcomes = trials(_decks(held_out, part), count, names, part=part)
    else:
        outcomes = _kept(keep, names, count, held_out)
    for outcome in outcomes:
        click.echo(json.dumps(_fields(outcome)) if as_json else _line(outcome))
        missed += [] if outcome.is_met else [outcome.name]
    if missed:
        raise CheckFailedError(f"more wrong answers than allowed: {', '.join(missed)}")


def _kept(file: Path, names: list[str], count: int, held_out: bool) -> "Iterator[Outcome]":
    """The rows' sums in a file, which grow until every row has shown enough cards."""
    from vision.training.kept_trials import KeptTrials, campaign, reader_digest

    kept = KeptTrials(file, reader_digest())
    for name in campaign(kept, names, count, partial(_decks, held_out)):
        click.echo(f"{name}: {kept.of(name).shown}", err=True)
    return map(kept.outcome, names)


def _decks(held_out: bool, part: int) -> "list[Art]":
    from vision.training.trials import drawn_decks, strange_decks

    if not held_out:
        return drawn_decks(part)
    decks = strange_decks(lambda text: click.echo(text, err=True))
    if not decks:
        raise CheckFailedError("no held-out decks here; `make train` fetches and draws them")
    return decks


def _line(outcome: "Outcome") -> str:
    tally, reason = outcome.tally, outcome.reasons[0][0] if outcome.reasons else ""
    answered = f"{tally.answered} of {tally.shown}"
    mark = "" if outcome.is_met else "  TOO MANY WRONG"
    twos = str(outcome.told_as_two or "")
    return (
        f"{outcome.name:28} {answered:>16} {tally.wrong:>6} {outcome.bound:>8.2%} {twos:>7}  "
        f"{reason}{mark}"
    )


def _fields(outcome: "Outcome") -> dict[str, object]:
    tally = outcome.tally
    return {
        "row": outcome.name,
        "shown": tally.shown,
        "answered": tally.answered,
        "wrong": tally.wrong,
        "bound": outcome.bound,
        "told_as_two": outcome.told_as_two,
        "reasons": dict(outcome.reasons),
        "is_met": outcome.is_met,
    }
