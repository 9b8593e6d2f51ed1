"""What every wager of a simulation returned, as JSON and as lines of a table."""

from collections.abc import Iterator, Mapping
from typing import Final, TypedDict

from controller.simulate import Returns, Tally

# Not a wager: what must be staked together, measured by the Ante.
TOGETHER: Final = "together"


ReturnReport = TypedDict("ReturnReport", {"return": float, "standard_error": float, "rounds": int})


def returns_report(returns: Returns) -> dict[str, ReturnReport]:
    """By wager: what a unit staked wins or loses, its standard error, the rounds behind it."""
    tallies = dict(returns.wagers)
    if returns.together is not None:
        tallies[TOGETHER] = returns.together
    return {name: _report(tally) for name, tally in tallies.items()}


def _report(tally: Tally) -> ReturnReport:
    return {"return": tally.result, "standard_error": tally.error, "rounds": tally.rounds}


def return_lines(report: Mapping[str, ReturnReport]) -> Iterator[str]:
    """The same for a person; nothing where nothing was staked."""
    if report:
        yield "  return of a unit    per cent    standard error     rounds"
    for name, found in report.items():
        share, error = found["return"], found["standard_error"]
        yield f"    {name:<16} {share:>+10.4%}  {error:>15.4%}  {found['rounds']:>10,}"
